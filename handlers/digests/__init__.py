"""What subscriptions bring when their time has come: found, picked, planned as one posting, and answered for."""
