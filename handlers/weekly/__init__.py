"""The paper of the week: how it is chosen, planned, voted on and looked back at."""
