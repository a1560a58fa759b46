// The events Slack delivers, in their envelope.
import type { EnvelopedEvent, ViewOutput } from '@slack/bolt';
import type {
  AllMessageEvents,
  AppHomeOpenedEvent,
  AppMentionEvent,
  AppUninstalledEvent,
  AssistantThreadContextChangedEvent,
  AssistantThreadStartedEvent,
  ChannelArchiveEvent,
  ChannelLeftEvent,
  ChannelUnarchiveEvent,
  GroupArchiveEvent,
  GroupLeftEvent,
  GroupUnarchiveEvent,
  LinkSharedEvent,
  MemberJoinedChannelEvent,
  MemberLeftChannelEvent,
  ReactionAddedEvent,
  ReactionRemovedEvent,
  TokensRevokedEvent,
} from '@slack/types';

interface AnyEvent {
  type: string;
  [key: string]: unknown;
}

export interface Schemas {
  envelope: EnvelopedEvent<AnyEvent>;
  message: AllMessageEvents;
  // The package gives the view as the app published it; Slack sends what it keeps, as in view_submission.
  app_home_opened: Omit<AppHomeOpenedEvent, 'view'> & { view?: ViewOutput };
  app_mention: AppMentionEvent;
  app_uninstalled: AppUninstalledEvent;
  assistant_thread_context_changed: AssistantThreadContextChangedEvent;
  assistant_thread_started: AssistantThreadStartedEvent;
  channel_archive: ChannelArchiveEvent;
  channel_left: ChannelLeftEvent;
  channel_unarchive: ChannelUnarchiveEvent;
  group_archive: GroupArchiveEvent;
  group_left: GroupLeftEvent;
  group_unarchive: GroupUnarchiveEvent;
  link_shared: LinkSharedEvent;
  member_joined_channel: MemberJoinedChannelEvent;
  member_left_channel: MemberLeftChannelEvent;
  reaction_added: ReactionAddedEvent;
  reaction_removed: ReactionRemovedEvent;
  tokens_revoked: TokensRevokedEvent;
}
