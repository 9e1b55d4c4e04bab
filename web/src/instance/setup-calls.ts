import type { AccentColors } from '@selvedge/shared/instance/instance-settings';
import type { SetupLook, SetupState } from '@selvedge/shared/instance/setup';
import { api, apiSend } from '../lib/api.ts';

const PATH = '/api/setup';

/** The state of the set-up that a link's key opens. Rejects with `not_found` if it opens none. */
export function readSetup(key: string): Promise<SetupState> {
  return api('POST', PATH, { key });
}

export function setLook(key: string, look: Omit<SetupLook, 'key'>) {
  return apiSend('PUT', `${PATH}/look`, { key, ...look });
}

/** The colors that would follow from an accent. */
export function readColors(key: string, accent: string): Promise<AccentColors> {
  return api('POST', `${PATH}/accent`, { key, accent });
}

export function createAdmin(key: string, admin: { email: string; username: string; password: string }) {
  return apiSend('POST', `${PATH}/admin`, { key, ...admin });
}
