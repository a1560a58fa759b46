"""What people see: values in, Block Kit blocks out, within what Slack takes."""
