"""Papers that people bring to Slack: what they type is looked up, what they upload is read, and both are imported."""

from bot.intake.desk import Intake
from bot.intake.looking import looked_up, with_fates

__all__ = ["Intake", "looked_up", "with_fates"]
