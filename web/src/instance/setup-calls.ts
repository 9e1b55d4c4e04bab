import type { AccentColors } from '@selvedge/shared/instance/instance-settings';
import type { SetupLook, SetupState } from '@selvedge/shared/instance/setup';
import { api, apiSend } from '../lib/api.ts';

const PATH = '/api/setup';

/** The state of the set-up that a link's key opens. Rejects with `not_found` if it opens none. */
export const readSetup = (key: string): Promise<SetupState> => api('POST', PATH, { key });

export const setLook = (key: string, look: Omit<SetupLook, 'key'>) =>
  apiSend('PUT', `${PATH}/look`, { key, ...look });

/** The colors that would follow from an accent. */
export const readColors = (key: string, accent: string): Promise<AccentColors> =>
  api('POST', `${PATH}/accent`, { key, accent });

export const createAdmin = (key: string, admin: { email: string; username: string; password: string }) =>
  apiSend('POST', `${PATH}/admin`, { key, ...admin });
