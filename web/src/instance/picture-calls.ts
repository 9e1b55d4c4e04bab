import type { InstancePicture } from '@selvedge/shared/instance/instance-pictures';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { api } from '../lib/api.ts';
import { sendForm } from '../lib/send-form.ts';
import { SETTINGS_PATH } from './save-settings.ts';

/** Uploads a file as the logo or icon of the instance. Rejects with a `FormProblem`. @returns its address */
export async function uploadPicture(picture: InstancePicture, file: File): Promise<string> {
  const form = new FormData();
  form.set('image', file, file.name);
  const path = `${SETTINGS_PATH}/${picture}`;
  return (await sendForm<InstanceSettings>(path, form, () => undefined))[picture];
}

/** Removes the logo or icon of the instance. Rejects with a `Problem`. */
export function removePicture(picture: InstancePicture) {
  return api<InstanceSettings>('DELETE', `${SETTINGS_PATH}/${picture}`);
}
