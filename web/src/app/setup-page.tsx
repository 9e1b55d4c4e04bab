import { SetupPage } from '../instance/setup-page.tsx';
import NotFoundPage from './not-found-page.tsx';

/** For who has the set-up link; everyone else gets the 404 page. */
export default function () {
  return <SetupPage missing={<NotFoundPage />} />;
}
