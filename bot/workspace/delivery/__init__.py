"""What the bot is told: payloads and events, delivered over a socket or by signed requests until somebody answers."""
