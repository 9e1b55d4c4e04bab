import { Button } from '@chakra-ui/react';
import { Suspense, useId, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { lazyChunk, preloadOnApproach } from '../../lib/lazy-chunk.ts';
import { loginPath } from '../../lib/session/next-path.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useTakenParam } from '../../lib/use-taken-param.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSearchOf } from './use-search-of.ts';
import { useSeen } from './use-seen.ts';

const loadDialog = () => import('./search-dialog.tsx');
const SearchDialog = lazyChunk(loadDialog);

/** The query parameter with which a visitor who wants to save a search comes back from the sign-in. */
const SAVE = 'save-search';

interface SaveSearchProps {
  query: string;
  isMain: boolean;
}

/** Saves a search, or leads to the saved one, whose finds are seen with this page. */
export default function SaveSearch({ query, isMain }: SaveSearchProps) {
  /** Of the button and of the link that takes its place, and so its focus. */
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const saved = useSearchOf(query);
  useTakenParam(SAVE, status === 'signed-in', () => setOpen(true));
  useSeen(saved);
  const press = () => {
    if (status === 'signed-out') void navigate(loginPath(`${pathname}${search}&${SAVE}=1`));
    else setOpen(true);
  };
  if (saved && !isOpen)
    return (
      <Button asChild variant="outline" size="sm" minH="11">
        <Link id={id} to="/saved?tab=searches">
          <Icon name="check" size={16} />
          <span>Search saved</span>
        </Link>
      </Button>
    );
  return (
    <>
      <Button
        id={id}
        variant={isMain ? 'solid' : 'outline'}
        {...(isMain && { colorPalette: 'indigo' })}
        size="sm"
        minH="11"
        {...preloadOnApproach(loadDialog)}
        onClick={press}
      >
        <Icon name="search" size={16} />
        <span>Save this search</span>
      </Button>
      {isOpen ? (
        <Suspense fallback={<DialogLoading onClose={() => setOpen(false)} />}>
          <SearchDialog query={query} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
