import { Text } from '@mantine/core';

export const Empty = ({ text }: { text: string }) => (
  <Text c="dimmed" ta="center" py="lg">
    {text}
  </Text>
);
