"""The Slack edge: payloads become requests, replies become acknowledgements, messages and windows."""
