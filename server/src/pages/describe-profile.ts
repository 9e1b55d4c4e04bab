import type { Profile } from '@selvedge/shared/members/users';
import { type Page, plainPage } from './page.ts';

/** The page of a member of an instance. */
export function profilePage(profile: Profile, instanceName: string): Page {
  return plainPage({
    title: profile.username,
    description: `${profile.username} on ${instanceName}: ${profile.activeCount} for sale, ${profile.soldCount} sold, ${profile.wtbCount} wanted.`,
    canonical: `/profile/${profile.username}`,
    kind: 'profile',
    feed: `?seller=${profile.id}`,
    properties: { 'profile:username': profile.username },
    cover: profile.profileImageUrl
      ? { url: profile.profileImageUrl, alt: `Picture of ${profile.username}` }
      : null,
  });
}
