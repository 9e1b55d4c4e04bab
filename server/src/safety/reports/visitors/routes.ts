import { NewVisitorReport, VisitorFiled } from '@selvedge/shared/safety/reports';
import { CONFIRM_PAGE, VISITOR_REFUSALS } from '@selvedge/shared/safety/safety-texts';
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { subscriberOf } from '../../../platform/core/ip-address.ts';
import type { Api, Env } from '../../../platform/http/endpoint.ts';
import { isOwnOrigin } from '../../../platform/http/own-origin.ts';
import { page, show } from '../../../platform/http/plain-page.ts';
import { limitForm, readForm } from '../../../platform/http/read-form.ts';
import { CONFIRM_PATH, linksOf } from '../links.ts';
import { confirmVisitorReport, fileVisitorReport, readPending } from './file-visitor-report.ts';

const FORM_MAX_BYTES = 4_096;

/** The REST endpoint for reports without an account. */
export function visitorReportRoutes(api: Api, ctx: Ctx): void {
  const { limits, addressOf, config } = ctx;
  api.endpoint(
    {
      method: 'post',
      path: '/api/visitor-reports',
      budget: 'calls',
      summary:
        'Report a listing, a WTB or a member without an account: the mailed link sends it. Few per address and per e-mail, and none from the pages of other sites',
      access: 'public',
      body: NewVisitorReport,
      replies: { 201: VisitorFiled },
    },
    async ({ c, body }) => {
      if (!isOwnOrigin(c.req.header('origin'), config.publicUrl)) {
        throw new AppError('forbidden', VISITOR_REFUSALS.origin);
      }
      // Each sends a mail to an address of the visitor's choice.
      const number = await limits.spend('visitorReport', { memberId: subscriberOf(addressOf(c)) }, () =>
        limits.spend('visitorReportMail', { memberId: body.email }, () => fileVisitorReport(ctx, body)),
      );
      return c.json({ number } satisfies VisitorFiled, 201);
    },
  );
}

const textPage = (title: string, text: string) => page(title, html`<p role="status">${text}</p>`);
const invalidPage = () => page(CONFIRM_PAGE.invalidTitle, html`<p role="alert">${CONFIRM_PAGE.invalid}</p>`);

/** The page of the mailed link. It asks first: programs that follow every link in a mail must not confirm anything. */
export function confirmReportPage(app: Hono<Env>, ctx: Ctx): void {
  const { settings } = ctx;
  app.get(CONFIRM_PATH, async (c) => {
    const token = c.req.query('token') ?? '';
    const id = linksOf(ctx).readConfirm(token);
    const pending = id === null ? undefined : await readPending(ctx, id);
    if (!pending) return show(c, settings.current(), invalidPage(), 403);
    return show(
      c,
      settings.current(),
      page(
        CONFIRM_PAGE.title(pending.number),
        html`<p>${CONFIRM_PAGE.lead}</p>
          <form method="post" action="${CONFIRM_PATH}">
            <input type="hidden" name="token" value="${token}" />
            <button class="button">${CONFIRM_PAGE.button}</button>
          </form>`,
      ),
    );
  });

  app.post(CONFIRM_PATH, limitForm(FORM_MAX_BYTES), async (c: Context) => {
    const { token } = await readForm(c, 'token');
    const id = linksOf(ctx).readConfirm(token);
    const result = id === null ? 'invalid' : await confirmVisitorReport(ctx, id);
    if (result === 'invalid') return show(c, settings.current(), invalidPage(), 403);
    if (result === 'gone')
      return show(c, settings.current(), textPage(CONFIRM_PAGE.goneTitle, CONFIRM_PAGE.gone));
    return show(c, settings.current(), textPage(CONFIRM_PAGE.doneTitle(result.number), CONFIRM_PAGE.done));
  });
}
