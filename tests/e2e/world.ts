import type { Listing, Upload } from '@selvedge/shared/listings';
import type { Wanted } from '@selvedge/shared/wanted';
import { type Browser, expect, type Page } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { readConfig } from '../../server/src/config.ts';
import { createLog } from '../../server/src/observability/log.ts';
import { grantAdmin } from '../../server/src/operator/set-admin.ts';
import { transparentPng } from '../support/data/pictures.ts';
import { PASSWORD, signUp } from '../support/people/account.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { violationsInBoth } from './axe.ts';
import { complaints, watch } from './complaints.ts';
import type { Hand } from './hand.ts';
import { SESSION_KEY, viewportOf } from './people.ts';

type Account = Awaited<ReturnType<typeof signUp>>;

/** Somebody with things of their own, made without a browser. */
export interface Member extends Account {
  username: string;
  /** Puts a listing on sale; `photos` of them are its pictures. */
  offer(
    changes: Partial<Pick<Listing, 'title' | 'brand' | 'category' | 'price'>>,
    photos?: number,
  ): Promise<Listing>;
  /** Asks for something. */
  want(title: string): Promise<Wanted>;
}

/** What a flow finds when it begins. */
export interface World {
  /** Who is signed in on the page. */
  me: Member;
  /** Somebody else. */
  other(): Promise<Member>;
  /** Makes an admin of who is signed in; before the page is first gone to. */
  becomeAdmin(): Promise<void>;
  /** What stands now is used by everybody: axe has nothing to say, in either scheme. A name is looked at once in a window. */
  stop(name: string): Promise<void>;
}

/** One thing that people do, from its beginning to what they see of it. */
export type Flow = (page: Page, hand: Hand, world: World) => Promise<void>;

/** How a page is seen. */
export interface Look {
  width: number;
  scheme: 'light' | 'dark';
  /** Axe looks at the stops, too: in one window of each width, as the hand makes no difference to it. */
  isExamined?: boolean;
  /** Frames come late, as on a machine with much to do: what waits for one is overtaken. */
  isLate?: boolean;
}

/** Runs in the page before all else. */
function delayFrames(): void {
  const next = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) => next(() => next(() => next(act)));
}

async function createMember(url: string, picture: Blob): Promise<Member> {
  const account = await signUp(url);
  const { username } = await account.call<{ username: string }>('GET', '/api/auth/user');
  const upload = async () => {
    const form = new FormData();
    form.set('image', picture, 'front.png');
    return (await account.call<Upload>('POST', '/api/uploads/listings', form)).url;
  };
  return {
    ...account,
    username,
    async offer(changes, photos = 1) {
      const images = await Promise.all(Array.from({ length: photos }, upload));
      const rest = { title: 'Ring coat', brand: 'Kapital', category: 'Outerwear', price: '365' };
      const body = { ...rest, size: 'L', condition: 'Used', images, ...changes };
      return account.call<Listing>('POST', '/api/listings', body);
    },
    want: (title) =>
      account.call<Wanted>('POST', '/api/wtb-listings', {
        title,
        brand: 'Kapital',
        size: '3',
        maxPrice: '900',
      }),
  };
}

async function sessionOf({ auth }: Member): Promise<string> {
  const { data } = await auth.getSession();
  return JSON.stringify(data.session);
}

/** The product with nobody in it, and a way to begin flows there. */
export async function openWorld() {
  const dir = makeTempDir();
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
  });
  const picture = await transparentPng(60, 80);
  const newMember = () => createMember(product.url, picture);
  const operating = {
    config: readConfig({ DATA_DIR: dir.path }),
    log: createLog('error'),
    print: () => undefined,
  };

  /** One window, in which flows follow each other; each begins signed in as somebody new. */
  async function openWindow(browser: Browser, { width, scheme, isExamined, isLate }: Look) {
    const opened = await browser.newContext({
      baseURL: product.url,
      viewport: viewportOf(width),
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    const context = watch(opened);
    if (isLate) await context.addInitScript(delayFrames);
    const page = await context.newPage();
    page.on('dialog', (asked) => void asked.accept());
    const looked = new Set<string>();
    const follow = async (flow: Flow, handOf: (page: Page) => Hand): Promise<void> => {
      const me = await newMember();
      // Who was here before is gone before anything is changed under their page.
      await page.evaluate(() => location.href === 'about:blank' || sessionStorage.clear());
      await page.goto('about:blank');
      complaints.length = 0;
      const enter = async () => {
        const localStorage = [{ name: SESSION_KEY, value: await sessionOf(me) }];
        await context.setStorageState({ cookies: [], origins: [{ origin: product.url, localStorage }] });
      };
      await enter();
      const becomeAdmin = async () => {
        await grantAdmin(operating, me.username);
        // The server remembers for a while what the present session may.
        await me.auth.signInWithPassword({ email: me.email, password: PASSWORD });
        await enter();
      };
      const stop = async (name: string) => {
        if (!isExamined || looked.has(name)) return;
        looked.add(name);
        expect(await violationsInBoth(page, scheme), `axe on ${name}`).toEqual([]);
      };
      await flow(page, handOf(page), { me, other: newMember, becomeAdmin, stop });
    };
    return { follow, close: () => context.close() };
  }
  return {
    openWindow,
    async close() {
      await product.stop();
      dir.remove();
    },
  };
}
