import { AccentColors } from '@selvedge/shared/instance/instance-settings';
import {
  SetupAccent,
  SetupAdmin,
  SetupKey,
  SetupLook,
  SetupState,
  TestMail,
} from '@selvedge/shared/instance/setup';
import type { Context } from 'hono';
import { AppError } from '../../platform/core/errors.ts';
import { type Api, adminAction } from '../../platform/http/endpoint.ts';
import { accentColors } from '../../platform/settings/accent.ts';
import type { Setup } from './setup.ts';

interface Parts {
  setup: Setup;
  addressOf(c: Context): string;
  /** Sends a mail to an admin's own address. @returns null if they have none */
  sendTestMail(adminId: string): Promise<TestMail | null>;
}

const PUBLIC = { access: 'public', budget: 'setup' } as const;

/** The REST endpoints of the set-up. Without a valid key they look like unknown addresses. */
export function setupRoutes(api: Api, { setup, addressOf, sendTestMail }: Parts): void {
  api.endpoint(
    {
      ...{ method: 'post', path: '/api/setup', summary: 'The state of a set-up, for who has its link' },
      ...PUBLIC,
      body: SetupKey,
      replies: { 200: SetupState },
    },
    async ({ c, body: { key } }) => c.json(await setup.state(key, addressOf(c))),
  );

  api.endpoint(
    {
      ...{
        method: 'put',
        path: '/api/setup/look',
        summary: 'Set up: name, accent, currency and time zone of the instance',
      },
      ...PUBLIC,
      body: SetupLook,
      replies: { 204: null },
    },
    async ({ c, body: { key, ...look } }) => {
      await setup.setLook(key, look, addressOf(c));
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...{ method: 'post', path: '/api/setup/accent', summary: 'Set up: the colors that would follow' },
      ...PUBLIC,
      body: SetupAccent,
      replies: { 200: AccentColors },
    },
    async ({ c, body: { key, accent } }) => {
      await setup.find(key, addressOf(c));
      return c.json(accentColors(accent));
    },
  );

  api.endpoint(
    {
      ...{ method: 'post', path: '/api/setup/admin', summary: 'Set up: the first admin' },
      ...PUBLIC,
      body: SetupAdmin,
      replies: { 204: null },
    },
    async ({ c, body }) => {
      await setup.createAdmin(body, addressOf(c));
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...adminAction,
      method: 'post',
      path: '/api/admin/test-mail',
      summary: 'Send a test mail to my address, and tell what the mail server says',
      replies: { 200: TestMail },
    },
    async ({ c, actor }) => {
      const result = await sendTestMail(actor.id);
      if (!result) throw new AppError('conflict', 'Your account has no confirmed e-mail address.');
      return c.json(result);
    },
  );
}
