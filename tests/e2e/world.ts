import type { Listing, Upload } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { type Browser, expect, type Page } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { transparentPng } from '../support/data/pictures.ts';
import { PASSWORD, signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { violationsInBoth } from './axe.ts';
import { browserErrors, watchErrors } from './browser-errors.ts';
import type { InputDevice } from './input-device.ts';
import { SESSION_KEY, viewportOf } from './people.ts';
import { translatePage } from './translate.ts';

type Account = Awaited<ReturnType<typeof signUp>>;

/** A member with their own items, created without a browser. */
interface Member extends Account {
  username: string;
  /** Creates a listing with this many `photos`. */
  offer(
    changes: Partial<Pick<Listing, 'title' | 'brand' | 'category' | 'price'>>,
    photos?: number,
  ): Promise<Listing>;
  /** Posts a WTB. */
  want(title: string): Promise<Wanted>;
}

/** The fixtures of a flow. */
interface World {
  /** The member signed in on the page. */
  me: Member;
  /** Another member. */
  other(): Promise<Member>;
  /** Makes the signed-in member an admin; call it before the first navigation. */
  becomeAdmin(): Promise<void>;
  /**
   * Expects no findings by axe in the current state, in either colour scheme. Each name is checked once per
   * window.
   */
  stop(name: string): Promise<void>;
}

/** One task of a user, from start to visible result. */
export type Flow = (page: Page, device: InputDevice, world: World) => Promise<void>;

/** The appearance of a window. */
export interface Appearance {
  width: number;
  scheme: 'light' | 'dark';
  /** Whether axe checks the stops: once per width, because the input device makes no difference. */
  isChecked?: boolean;
  /** Delays frames, as on a busy machine, to expose races with a frame. */
  hasLateFrames?: boolean;
  /** Whether the browser translates its pages. */
  isTranslated?: boolean;
}

/** A request that changes something is not repeated within this many milliseconds. */
const REPEATED_MS = 500;

/** Collects the writes that a page sends twice at once, as two quick presses on one button might. */
function watchWrites(page: Page): string[] {
  const sent = new Map<string, number>();
  const repeated: string[] = [];
  page.on('request', (request) => {
    // Photos are uploaded side by side.
    if (request.method() === 'GET' || request.url().includes('/api/uploads/')) return;
    const write = `${request.method()} ${request.url()} ${request.postData()}`;
    if (Date.now() - (sent.get(write) ?? 0) < REPEATED_MS) repeated.push(write);
    sent.set(write, Date.now());
  });
  return repeated;
}

/** Runs in the page before anything else. */
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

/** Starts the product without members. Flows run in windows opened here. */
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

  /** One window for a series of flows; each starts signed in as a new member. */
  async function openWindow(browser: Browser, { width, scheme, isChecked, ...street }: Appearance) {
    const opened = await browser.newContext({
      baseURL: product.url,
      viewport: viewportOf(width),
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    const context = watchErrors(opened);
    if (street.hasLateFrames) await context.addInitScript(delayFrames);
    if (street.isTranslated) await context.addInitScript(translatePage);
    const page = await context.newPage();
    const repeated = watchWrites(page);
    page.on('dialog', (dialog) => void dialog.accept());
    const checked = new Set<string>();
    const follow = async (flow: Flow, deviceOf: (page: Page) => InputDevice): Promise<void> => {
      const me = await newMember();
      // Signs the previous member out before the data of their page changes.
      await page.evaluate(() => location.href === 'about:blank' || sessionStorage.clear());
      await page.goto('about:blank');
      browserErrors.length = 0;
      const enter = async () => {
        const localStorage = [{ name: SESSION_KEY, value: await sessionOf(me) }];
        await context.setStorageState({ cookies: [], origins: [{ origin: product.url, localStorage }] });
      };
      await enter();
      const becomeAdmin = async () => {
        await makeAdmin({ DATA_DIR: dir.path }, me.username);
        // The server caches the current session's rights for a while.
        await me.auth.signInWithPassword({ email: me.email, password: PASSWORD });
        await enter();
      };
      const stop = async (name: string) => {
        if (!isChecked || checked.has(name)) return;
        checked.add(name);
        expect(await violationsInBoth(page, scheme), `axe on ${name}`).toEqual([]);
      };
      await flow(page, deviceOf(page), { me, other: newMember, becomeAdmin, stop });
      expect(repeated.splice(0), 'writes sent twice').toEqual([]);
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
