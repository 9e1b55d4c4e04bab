import { Listing } from '@selvedge/shared/items/listings';
import { AddProofPhoto, PROOF_PHOTO_NOTE, ProofCode } from '@selvedge/shared/items/proof-photos';
import type { Actor } from '../../../platform/core/actor.ts';
import { type Api, ById } from '../../../platform/http/endpoint.ts';
import type { Acting, Trading } from '../context.ts';
import { issueCode } from './issue-code.ts';
import { removeProofPhoto } from './remove-proof-photo.ts';
import { setProofPhoto } from './set-proof-photo.ts';

const ofMember = { access: 'member', feature: 'proofPhoto' } as const;

/** The REST endpoints for proof photos. */
export function proofPhotoRoutes(api: Api, { db, ...trading }: Trading): void {
  const act = <T>(actor: Actor, verb: (acting: Acting) => Promise<T>): Promise<T> =>
    db.transact((tx) => verb({ ...trading, tx, actor }));

  api.endpoint(
    {
      method: 'post',
      path: '/api/proof-code',
      budget: 'proofCode',
      summary: 'The code for the proof photo of the listing that I am about to post',
      replies: { 200: ProofCode },
      ...ofMember,
    },
    async ({ c, actor }) => c.json(await act(actor, (acting) => issueCode(acting, null))),
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
    async ({ c, actor, params: { id } }) => c.json(await act(actor, (acting) => issueCode(acting, id))),
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
    async ({ c, actor, params: { id }, body }) =>
      c.json(await act(actor, (acting) => setProofPhoto(acting, id, body))),
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
      await act(actor, (acting) => removeProofPhoto(acting, id));
      return c.body(null, 204);
    },
  );
}
