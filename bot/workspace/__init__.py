"""A small Slack on this machine: Web API, deliveries and a page for people, around a bot it knows nothing of."""
