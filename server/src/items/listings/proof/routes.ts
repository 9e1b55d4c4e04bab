import { Listing } from '@selvedge/shared/items/listings';
import { AddProofPhoto, PROOF_PHOTO_NOTE, ProofCode } from '@selvedge/shared/items/proof-photos';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { type Api, ById } from '../../../platform/http/endpoint.ts';
import { issueCode } from './issue-code.ts';
import { removeProofPhoto } from './remove-proof-photo.ts';
import { setProofPhoto } from './set-proof-photo.ts';

const ofMember = { access: 'member', scope: 'items', feature: 'proofPhoto' } as const;

/** The REST endpoints for proof photos. */
export function proofPhotoRoutes(api: Api, ctx: Ctx): void {
  api.endpoint(
    {
      method: 'post',
      path: '/api/proof-code',
      budget: 'proofCode',
      summary: 'The code for the proof photo of the listing that I am about to post',
      replies: { 200: ProofCode },
      ...ofMember,
    },
    async ({ c, actor }) => c.json(await issueCode(ctx, actor, null)),
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/listings/:id/proof-code',
      budget: 'proofCode',
      summary: 'The code for a proof photo of my listing',
      params: ById,
      replies: { 200: ProofCode },
      ...ofMember,
    },
    async ({ c, actor, params: { id } }) => c.json(await issueCode(ctx, actor, id)),
  );

  api.endpoint(
    {
      method: 'put',
      path: '/api/listings/:id/proof-photo',
      budget: 'itemChange',
      summary: `Add or replace my listing's proof photo. ${PROOF_PHOTO_NOTE}`,
      params: ById,
      body: AddProofPhoto,
      replies: { 200: Listing },
      ...ofMember,
    },
    async ({ c, actor, params: { id }, body }) => c.json(await setProofPhoto(ctx, actor, id, body)),
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/listings/:id/proof-photo',
      budget: 'itemChange',
      summary: "Remove my listing's proof photo",
      params: ById,
      replies: { 204: null },
      ...ofMember,
    },
    async ({ c, actor, params: { id } }) => {
      await removeProofPhoto(ctx, actor, id);
      return c.body(null, 204);
    },
  );
}
