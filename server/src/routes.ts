import type { Config } from './config.ts';
import type { Conversing } from './conversations/context.ts';
import { conversationsPart } from './conversations/personal-data.ts';
import { conversationRoutes } from './conversations/routes.ts';
import type { Api } from './endpoint.ts';
import { healthRoutes } from './health-routes.ts';
import type { Identity } from './identity/context.ts';
import { listingsPart } from './listings/personal-data.ts';
import { listingRoutes } from './listings/routes.ts';
import type { Logger } from './log.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import type { Uploads } from './uploads/uploads.ts';
import { ownUserRoutes } from './users/own-routes.ts';
import { profilePart } from './users/personal-data.ts';
import { userRoutes } from './users/routes.ts';
import { wantedPart } from './wanted/personal-data.ts';
import { wantedRoutes } from './wanted/routes.ts';

interface ApiParts {
  config: Pick<Config, 'bumpCooldownHours'>;
  log: Logger;
  identity: Identity;
  uploads: Uploads;
  conversing: Conversing;
}

/** Registers the whole REST contract. */
export function registerRoutes(api: Api, { config, log, identity, uploads, conversing }: ApiParts): void {
  const { db, publish } = conversing;
  healthRoutes(api, { db });
  identity.routes(api);
  uploads.routes(api);
  userRoutes(api, { db });
  ownUserRoutes(api, { db, portraits: uploads.portraits, readUser: identity.readUser });
  listingRoutes(api, {
    db,
    log,
    publish,
    bumpCooldownHours: config.bumpCooldownHours,
    discardPhotos: uploads.discard,
  });
  wantedRoutes(api, { db, publish, bumpCooldownHours: config.bumpCooldownHours });
  conversationRoutes(api, conversing);
  personalDataRoutes(api, {
    db,
    confirm: identity.confirmDeletion,
    parts: [
      conversationsPart({ db }),
      listingsPart({ db, publish }),
      wantedPart({ db, publish }),
      uploads.personalData,
      profilePart({ db, publish, portraits: uploads.portraits }),
      identity.personalData,
    ],
  });
}
