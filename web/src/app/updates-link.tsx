import { IconButton } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { useUnreadNotices } from '../notifications/updates/use-unread-notices.ts';
import { Icon } from '../ui/icon.tsx';
import { Dot } from './dot.tsx';

/** The bell of the top bar, with a dot while updates are unread. */
export function UpdatesLink() {
  const count = useUnreadNotices();
  return (
    <IconButton asChild variant="ghost" position="relative">
      <Link to="/updates" aria-label={count === 0 ? 'Updates' : `Updates, ${count} unread`}>
        <Icon name="bell" />
        {count > 0 ? <Dot top="2" right="2" /> : null}
      </Link>
    </IconButton>
  );
}
