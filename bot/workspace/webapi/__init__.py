"""The Web API and the response URLs: what the bot calls, carried out or refused as Slack would."""
