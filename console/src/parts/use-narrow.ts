import { useMediaQuery } from '@mantine/hooks';

export const useNarrow = (): boolean => useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
