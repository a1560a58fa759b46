"""What channels are subscribed to: made, listed, changed and removed."""
