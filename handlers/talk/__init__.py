"""Questions where people talk: understood without a model, answered in the thread, and gone on from there."""
