// The answer of each method of the Web API that an app may call here.
import type {
  AppsConnectionsOpenResponse,
  AssistantThreadsSetStatusResponse,
  AssistantThreadsSetSuggestedPromptsResponse,
  AssistantThreadsSetTitleResponse,
  AuthTestResponse,
  BotsInfoResponse,
  ChatDeleteResponse,
  ChatGetPermalinkResponse,
  ChatPostEphemeralResponse,
  ChatPostMessageResponse,
  ChatUnfurlResponse,
  ChatUpdateResponse,
  ConversationsHistoryResponse,
  ConversationsInfoResponse,
  ConversationsListResponse,
  ConversationsMembersResponse,
  ConversationsOpenResponse,
  ConversationsRepliesResponse,
  FilesCompleteUploadExternalResponse,
  FilesGetUploadURLExternalResponse,
  FilesInfoResponse,
  ReactionsAddResponse,
  ReactionsGetResponse,
  ReactionsRemoveResponse,
  TeamInfoResponse,
  UsersConversationsResponse,
  UsersInfoResponse,
  UsersListResponse,
  ViewsOpenResponse,
  ViewsPublishResponse,
  ViewsPushResponse,
  ViewsUpdateResponse,
} from '@slack/web-api';

export interface Schemas {
  'auth.test': AuthTestResponse;
  'apps.connections.open': AppsConnectionsOpenResponse;
  'chat.postMessage': ChatPostMessageResponse;
  'chat.postEphemeral': ChatPostEphemeralResponse;
  'chat.update': ChatUpdateResponse;
  'chat.delete': ChatDeleteResponse;
  'chat.unfurl': ChatUnfurlResponse;
  'chat.getPermalink': ChatGetPermalinkResponse;
  'conversations.info': ConversationsInfoResponse;
  'conversations.list': ConversationsListResponse;
  'conversations.members': ConversationsMembersResponse;
  'conversations.history': ConversationsHistoryResponse;
  'conversations.replies': ConversationsRepliesResponse;
  'conversations.open': ConversationsOpenResponse;
  'users.info': UsersInfoResponse;
  'users.list': UsersListResponse;
  'users.conversations': UsersConversationsResponse;
  'views.open': ViewsOpenResponse;
  'views.push': ViewsPushResponse;
  'views.update': ViewsUpdateResponse;
  'views.publish': ViewsPublishResponse;
  'reactions.add': ReactionsAddResponse;
  'reactions.remove': ReactionsRemoveResponse;
  'reactions.get': ReactionsGetResponse;
  'files.getUploadURLExternal': FilesGetUploadURLExternalResponse;
  'files.completeUploadExternal': FilesCompleteUploadExternalResponse;
  'files.info': FilesInfoResponse;
  'assistant.threads.setStatus': AssistantThreadsSetStatusResponse;
  'assistant.threads.setTitle': AssistantThreadsSetTitleResponse;
  'assistant.threads.setSuggestedPrompts': AssistantThreadsSetSuggestedPromptsResponse;
  'team.info': TeamInfoResponse;
  'bots.info': BotsInfoResponse;
}
