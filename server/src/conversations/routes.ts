import {
  Conversation,
  EditMessage,
  Message,
  MessagePage,
  OpenConversation,
  PostMessage,
} from '@selvedge/shared/conversations/conversations';
import { v4 as uuidv4 } from 'uuid';
import * as z from 'zod';
import { cachePrivateResponses } from '../platform/cache/private-responses.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { type Api, ById, memberRead } from '../platform/http/endpoint.ts';
import { discardEmpty } from './discard-empty.ts';
import { editMessage } from './edit-message.ts';
import { imageRoutes } from './images/routes.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { findThread, nextPageOf, readThread, versionOfThread } from './list-messages.ts';
import { markRead } from './mark-read.ts';
import { openConversation } from './open-conversation.ts';
import { sendMessage } from './send-message.ts';
import { unsendMessage } from './unsend-message.ts';

export function conversationRoutes(api: Api, ctx: Ctx): void {
  const respond = cachePrivateResponses();
  inboxRoutes(api, ctx, respond);
  imageRoutes(api, ctx);

  api.endpoint(
    {
      method: 'post',
      path: '/api/conversations',
      budget: 'openConversation',
      summary: 'Find or start a conversation with a member about an item',
      access: 'member',
      scope: 'chat',
      body: OpenConversation,
      replies: { 200: Conversation, 201: Conversation },
    },
    async ({ c, actor, body }) => {
      const { conversation, isNew } = await openConversation(ctx, actor, body);
      return c.json(conversation, isNew ? 201 : 200);
    },
  );

  api.endpoint(
    {
      ...memberRead,
      scope: 'chat',
      path: '/api/conversations/:id/messages',
      summary:
        'List a page of messages in ascending order; `Link` is the next one in the direction of the query',
      params: ById,
      query: MessagePage,
      isCompressed: true,
      replies: { 200: z.array(Message) },
    },
    async ({ c, actor, params, query }) => {
      const thread = await ctx.db.read((conn) => findThread(conn, actor, params.id));
      return respond(c, actor, versionOfThread(thread), async () => {
        const messages = await ctx.db.read((conn) => readThread(ctx, conn, actor, thread, query));
        // Photo URLs expire, so a page with photos is not cached.
        const next = nextPageOf(thread, query, messages);
        const link = next && `<${new URL(c.req.url).pathname}?${next}>; rel="next"`;
        return { value: messages, link, isExpiring: messages.some(({ imageUrl }) => imageUrl !== null) };
      });
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/messages',
      budget: 'message',
      summary: 'Send a message',
      access: 'member',
      scope: 'chat',
      body: PostMessage,
      replies: { 201: Message },
    },
    async ({ c, actor, body }) =>
      c.json(await sendMessage(ctx, actor, { ...body, clientId: body.clientId ?? uuidv4() }), 201),
  );

  api.endpoint(
    {
      method: 'patch',
      path: '/api/messages/:id',
      budget: 'message',
      summary: 'Edit one of my recent messages',
      access: 'member',
      scope: 'chat',
      params: ById,
      body: EditMessage.omit({ messageId: true }),
      replies: { 200: Message },
    },
    async ({ c, actor, params, body }) =>
      c.json(await editMessage(ctx, actor, { ...body, messageId: params.id })),
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/messages/:id',
      budget: 'message',
      summary: 'Unsend one of my recent messages',
      access: 'member',
      scope: 'chat',
      params: ById,
      replies: { 200: Message },
    },
    async ({ c, actor, params }) => c.json(await unsendMessage(ctx, actor, { messageId: params.id })),
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/conversations/:id/mark-read',
      budget: 'receipts',
      summary: 'Raise my read cursor to the given message, or to the newest',
      access: 'member',
      scope: 'chat',
      params: ById,
      body: z.strictObject({ seq: z.int().min(0).optional() }).optional(),
      replies: { 200: z.object({ unread: z.int() }) },
    },
    async ({ c, actor, params, body }) =>
      c.json({ unread: await markRead(ctx, actor, { conversationId: params.id, seq: body?.seq }) }),
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/conversations/:id/empty',
      budget: 'arrangeInbox',
      summary: 'Delete a conversation without messages',
      access: 'member',
      scope: 'chat',
      params: ById,
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await discardEmpty(ctx, actor, params.id);
      return c.body(null, 204);
    },
  );
}
