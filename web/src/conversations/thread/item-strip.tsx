import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { Icon } from '../../ui/icon.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import type { ConversationItem } from './item-of.ts';

const Strip = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    flexShrink: 0,
    px: { base: '4', md: '5' },
    py: '1.5',
    borderBottomWidth: '1px',
  },
});

const Photo = ({ image, state }: Pick<ConversationItem, 'image' | 'state'>) => (
  <Thumbnail
    w="36px"
    h="48px"
    bg="bg.emphasized"
    css={state ? { '& img': { opacity: 0.6 } } : {}}
    image={image}
    icon="search"
    iconSize={16}
  />
);

/** The item of a conversation; links to its page unless it was removed. */
export function ItemStrip({ item }: { item: ConversationItem }) {
  const content = (
    <>
      <Photo {...item} />
      <Box minW="0" flex="1">
        <Text textStyle="xs" color="fg.muted" truncate>
          {[item.brand, item.title].filter(Boolean).join(' · ')}
        </Text>
        <Flex gap="2" align="center" h="22px">
          <Text textStyle="sm" fontWeight="semibold" color={item.isReduced ? 'fg.sale' : 'fg'} truncate>
            {item.price}
          </Text>
          {item.state ? <span className="tab sold">{item.state}</span> : null}
        </Flex>
      </Box>
    </>
  );
  if (item.state === 'Removed') return <Strip>{content}</Strip>;
  return (
    <Strip asChild _hover={{ bg: 'bg.subtle' }} focusVisibleRing="inside">
      <a href={item.href} target="_blank" rel="noopener">
        {content}
        <Icon name="right" size={16} />
      </a>
    </Strip>
  );
}
