import { fileNameOf } from '@selvedge/shared/platform/file-name';
import * as z from 'zod';
import type { PersonalFile, PersonalPart } from '../../platform/core/personal-part.ts';
import { sendZip } from '../../platform/core/zip.ts';
import type { Api } from '../../platform/http/endpoint.ts';
import { type DeleteAccountParts, deleteAccount } from './delete-account.ts';

async function* filesOf(parts: readonly PersonalPart[], memberId: string): AsyncGenerator<PersonalFile> {
  for (const part of parts) yield* part.files(memberId);
}

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
    ({ c, actor }) => sendZip(c, fileNameOf(instanceName(), 'data.zip'), filesOf(deleting.parts, actor.id)),
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
