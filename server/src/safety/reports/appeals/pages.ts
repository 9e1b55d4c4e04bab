import { APPEAL_MAX, APPEAL_PARTIES, type AppealParty } from '@selvedge/shared/safety/report-reasons';
import { AppealText } from '@selvedge/shared/safety/reports';
import { APPEAL_PAGE, outcomeText, ownOutcomeText } from '@selvedge/shared/safety/safety-texts';
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Ctx } from '../../../platform/core/ctx.ts';
import type { Env } from '../../../platform/http/endpoint.ts';
import { page, show } from '../../../platform/http/plain-page.ts';
import { limitForm, readForm } from '../../../platform/http/read-form.ts';
import { APPEAL_PATH, linksOf } from '../links.ts';
import { numberOf } from '../report-number.ts';
import { type Appealable, readAppealable, submitAppeal } from './submit-appeal.ts';

/** An appeal of 1,000 characters, each as a form encodes it. */
const FORM_MAX_BYTES = 64 * 1024;

const partyOf = (value: unknown): AppealParty | undefined => APPEAL_PARTIES.find((party) => party === value);

interface Typed {
  party: AppealParty;
  token: string;
  text?: string;
  problem?: string;
}

function formPage(
  { report }: Extract<Appealable, { closedAt: Date }>,
  { party, token, text = '', problem }: Typed,
) {
  const { subject, resolution, suspendedUntil, note, rule } = report;
  const decision = { subject, action: resolution ?? 'dismiss', until: suspendedUntil } as const;
  return page(
    APPEAL_PAGE.title(numberOf(report)),
    html`<p>${party === 'person' ? ownOutcomeText(decision) : outcomeText(decision)}</p>
      ${note === null ? '' : html`<p>${note}</p>`}
      ${rule === null ? '' : html`<p>${rule}</p>`}
      <form method="post" action="${APPEAL_PATH}">
        <input type="hidden" name="as" value="${party}" />
        <input type="hidden" name="token" value="${token}" />
        <label for="text">${APPEAL_PAGE.label}</label>
        <textarea id="text" name="text" rows="8" required maxlength="${APPEAL_MAX}" aria-describedby="help${problem ? ' problem' : ''}"${problem ? html` aria-invalid="true"` : ''}>${text}</textarea>
        <p id="help">${APPEAL_PAGE.help}</p>
        ${problem ? html`<p id="problem" class="problem" role="alert">${problem}</p>` : ''}
        <button class="button">${APPEAL_PAGE.button}</button>
      </form>`,
  );
}

function refusalPage(appealable: Appealable) {
  if (appealable.state === 'twice')
    return page(APPEAL_PAGE.twiceTitle, html`<p role="status">${APPEAL_PAGE.twice}</p>`);
  if ('closedAt' in appealable) {
    return page(APPEAL_PAGE.lateTitle, html`<p role="alert">${APPEAL_PAGE.late(appealable.closedAt)}</p>`);
  }
  return page(APPEAL_PAGE.invalidTitle, html`<p role="alert">${APPEAL_PAGE.invalid}</p>`);
}

/** The page on which both sides of a decision appeal, through a mailed link and without signing in. */
export function appealPages(app: Hono<Env>, ctx: Ctx): void {
  const { db, settings } = ctx;
  const links = linksOf(ctx);
  /** The decision that a link appeals against. */
  async function find(
    as: unknown,
    token: string,
  ): Promise<{ party: AppealParty; found: Appealable; reportId: string }> {
    const party = partyOf(as);
    const reportId = party ? links.readAppeal(party, token) : null;
    if (!party || reportId === null) {
      return { party: 'person', reportId: '', found: { state: 'invalid' } };
    }
    const found = await db.read((conn) => readAppealable(conn, { party, reportId }, new Date()));
    return { party, reportId, found };
  }

  app.get(APPEAL_PATH, async (c) => {
    const token = c.req.query('token') ?? '';
    const { party, found } = await find(c.req.query('as'), token);
    if ('closedAt' in found && found.state === 'open')
      return show(c, settings.current(), formPage(found, { party, token }));
    return show(c, settings.current(), refusalPage(found), 403);
  });

  app.post(APPEAL_PATH, limitForm(FORM_MAX_BYTES), async (c: Context) => {
    const { as, token, text } = await readForm(c, 'as', 'token', 'text');
    const { party, reportId, found } = await find(as, token);
    if (!('closedAt' in found) || found.state !== 'open')
      return show(c, settings.current(), refusalPage(found), 403);
    const parsed = AppealText.safeParse(text);
    if (!parsed.success) {
      const typed = { party, token, text, problem: parsed.error.issues[0]?.message };
      return show(c, settings.current(), formPage(found, typed as Typed), 422);
    }
    const state = await submitAppeal(db, { party, reportId }, parsed.data);
    // Sent twice at the same time: the first was stored.
    if (state !== 'open') return show(c, settings.current(), refusalPage({ state: 'twice' }), 403);
    return show(
      c,
      settings.current(),
      page(APPEAL_PAGE.doneTitle, html`<p role="status">${APPEAL_PAGE.done}</p>`),
    );
  });
}
