import type { User } from '@selvedge/shared/members/users';
import { api } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { LOST, sendForm } from '../lib/send-form.ts';
import { accessToken, session, userReceived } from '../lib/session/session.ts';

const PATH = '/api/auth/user/profile-image';

/** The picture is on cards, threads and pages, so all queries are refetched. */
async function changed(user: User): Promise<void> {
  userReceived(user);
  await queryClient.invalidateQueries();
}

/**
 * Uploads a picture as the member's profile picture.
 * @param onProgress from 0 to 1
 * @throws an error or `Problem` with a text for the user
 */
export async function uploadPicture(picture: Blob, onProgress: (part: number) => void): Promise<void> {
  if (!session.getState().user) throw new Error('Not authenticated');
  if (!(await accessToken())) throw new Error('No active session');
  const form = new FormData();
  form.set('profileImage', picture, 'picture.png');
  const user = await sendForm<User>(PATH, form, onProgress).catch((error: unknown) => {
    throw error === LOST ? new Error('Failed to update profile image') : error;
  });
  await changed(user);
}

/** @throws like `uploadPicture` */
export async function removePicture(): Promise<void> {
  if (!session.getState().user) throw new Error('Not signed in');
  await changed(await api<User>('POST', PATH, { profileImageUrl: null }));
}
