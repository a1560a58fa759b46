// The arguments of each method of the Web API that an app may call here.
import type {
  AppsConnectionsOpenArguments,
  AssistantThreadsSetStatusArguments,
  AssistantThreadsSetSuggestedPromptsArguments,
  AssistantThreadsSetTitleArguments,
  AuthTestArguments,
  BotsInfoArguments,
  ChatDeleteArguments,
  ChatGetPermalinkArguments,
  ChatPostEphemeralArguments,
  ChatPostMessageArguments,
  ChatUnfurlArguments,
  ChatUpdateArguments,
  ConversationsHistoryArguments,
  ConversationsInfoArguments,
  ConversationsListArguments,
  ConversationsMembersArguments,
  ConversationsOpenArguments,
  ConversationsRepliesArguments,
  FilesCompleteUploadExternalArguments,
  FilesGetUploadURLExternalArguments,
  FilesInfoArguments,
  ReactionsAddArguments,
  ReactionsGetArguments,
  ReactionsRemoveArguments,
  TeamInfoArguments,
  UsersConversationsArguments,
  UsersInfoArguments,
  UsersListArguments,
  ViewsOpenArguments,
  ViewsPublishArguments,
  ViewsPushArguments,
  ViewsUpdateArguments,
} from '@slack/web-api';

export interface Schemas {
  'auth.test': AuthTestArguments;
  'apps.connections.open': AppsConnectionsOpenArguments;
  'chat.postMessage': ChatPostMessageArguments;
  'chat.postEphemeral': ChatPostEphemeralArguments;
  'chat.update': ChatUpdateArguments;
  'chat.delete': ChatDeleteArguments;
  'chat.unfurl': ChatUnfurlArguments;
  'chat.getPermalink': ChatGetPermalinkArguments;
  'conversations.info': ConversationsInfoArguments;
  'conversations.list': ConversationsListArguments;
  'conversations.members': ConversationsMembersArguments;
  'conversations.history': ConversationsHistoryArguments;
  'conversations.replies': ConversationsRepliesArguments;
  'conversations.open': ConversationsOpenArguments;
  'users.info': UsersInfoArguments;
  'users.list': UsersListArguments;
  'users.conversations': UsersConversationsArguments;
  'views.open': ViewsOpenArguments;
  'views.push': ViewsPushArguments;
  'views.update': ViewsUpdateArguments;
  'views.publish': ViewsPublishArguments;
  'reactions.add': ReactionsAddArguments;
  'reactions.remove': ReactionsRemoveArguments;
  'reactions.get': ReactionsGetArguments;
  'files.getUploadURLExternal': FilesGetUploadURLExternalArguments;
  'files.completeUploadExternal': FilesCompleteUploadExternalArguments;
  'files.info': FilesInfoArguments;
  'assistant.threads.setStatus': AssistantThreadsSetStatusArguments;
  'assistant.threads.setTitle': AssistantThreadsSetTitleArguments;
  'assistant.threads.setSuggestedPrompts': AssistantThreadsSetSuggestedPromptsArguments;
  'team.info': TeamInfoArguments;
  'bots.info': BotsInfoArguments;
}
