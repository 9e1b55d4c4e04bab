import { ReadableStream as NodeStream } from 'node:stream/web';
import { fileNameOf } from '@selvedge/shared/platform/file-name';
import * as z from 'zod';
import type { PersonalFile, PersonalPart } from '../../platform/core/personal-part.ts';
import type { Api } from '../../platform/http/endpoint.ts';
import { type DeleteAccountParts, deleteAccount } from './delete-account.ts';
import { zip } from './zip.ts';

async function* filesOf(parts: readonly PersonalPart[], memberId: string): AsyncGenerator<PersonalFile> {
  for (const part of parts) yield* part.files(memberId);
}

/** For clients that know no names beyond ASCII, with the other characters left out, and for all others. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]/g, '').replace(/^-/, '')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

interface PersonalDataParts extends DeleteAccountParts {
  instanceName(): string;
}

/** The REST endpoints for the member's own data: its export, and the deletion of the account. */
export function personalDataRoutes(api: Api, { instanceName, ...deleting }: PersonalDataParts): void {
  api.endpoint(
    {
      method: 'get',
      path: '/api/auth/export',
      budget: 'archive',
      summary: 'All my data as a ZIP archive of JSON files and my pictures',
      access: 'member',
      scope: null,
      replies: { 200: null },
      media: 'application/zip',
    },
    ({ c, actor }) =>
      // Node's `ReadableStream`, imported: the browser types used to check the e2e tests lack `from`.
      c.body(NodeStream.from(zip(filesOf(deleting.parts, actor.id))) as ReadableStream, 200, {
        'Content-Type': 'application/zip',
        'Content-Disposition': attachment(fileNameOf(instanceName(), 'data.zip')),
      }),
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/auth/user',
      budget: 'account',
      summary:
        'Delete my account permanently, with its password or, if it has none, its username and a fresh proof',
      access: 'member',
      scope: null,
      body: z.strictObject({ password: z.string().optional(), username: z.string().optional() }),
      replies: { 204: null },
    },
    async ({ c, actor, body }) => {
      await deleteAccount(deleting, actor, body);
      return c.body(null, 204);
    },
  );
}
