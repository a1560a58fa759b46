// What an app sends to be drawn: the blocks and attachments of messages, modals and the Home tab.
import type { HomeView, KnownBlock, MessageAttachment, MessageMetadata, ModalView } from '@slack/types';

export interface Schemas {
  block: KnownBlock;
  attachment: MessageAttachment;
  metadata: MessageMetadata;
  modal: ModalView;
  home: HomeView;
}
