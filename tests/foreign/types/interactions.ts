// What Slack sends when somebody presses, submits, closes, picks or types a slash command.
import type {
  BasicElementAction,
  BlockAction,
  BlockElementAction,
  BlockSuggestion,
  GlobalShortcut,
  MessageShortcut,
  SlashCommand,
  ViewClosedAction,
  ViewSubmitAction,
} from '@slack/bolt';

// Elements of the reference on docs.slack.dev whose actions the package has no type for.
interface DateTimepickerAction extends BasicElementAction<'datetimepicker'> {
  selected_date_time: number | null;
  initial_date_time?: number;
}
interface NumberInputAction extends BasicElementAction<'number_input'> {
  value: string | null;
}
interface EmailInputAction extends BasicElementAction<'email_text_input'> {
  value: string | null;
}
interface UrlInputAction extends BasicElementAction<'url_text_input'> {
  value: string | null;
}
type Unlisted = DateTimepickerAction | NumberInputAction | EmailInputAction | UrlInputAction;

export interface Schemas {
  block_actions: BlockAction<BlockElementAction | Unlisted>;
  view_submission: ViewSubmitAction;
  view_closed: ViewClosedAction;
  shortcut: GlobalShortcut;
  message_action: MessageShortcut;
  block_suggestion: BlockSuggestion;
  command: SlashCommand;
}
