"""The shell around the handlers: Slack, SQL, the clock, processes, the command line."""
