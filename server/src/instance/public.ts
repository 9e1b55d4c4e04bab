// What other rooms may use of this one.

export { createInvite } from './invites/create-invite.ts';
export { presentInvite } from './invites/present.ts';
export { invitesBelow } from './invites/queries.ts';
export { revokeInvite } from './invites/revoke-invite.ts';
export { changePicture, changeSettings, describeSettings, parseChange } from './settings/change-settings.ts';
export { isSettingUp } from './setup/feature.ts';
export { firstWords } from './text-pages/first-words.ts';
