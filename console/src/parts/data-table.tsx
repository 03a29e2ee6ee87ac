import { Box, Card, Stack, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from './empty';
import { useNarrow } from './use-narrow';

export interface Column<T> {
  header: string;
  cell: (row: T) => ReactNode;
  number?: boolean;
  /** Its header is for screen readers alone: of buttons, of a check box. */
  plain?: boolean;
}

interface Props<T> {
  caption: string;
  columns: Column<T>[];
  rows: readonly T[];
  rowKey: (row: T, index: number) => string;
  empty: string;
}

/** A table; where the page is narrow, a card for each row. */
export function DataTable<T>(props: Props<T>) {
  const narrow = useNarrow();
  if (props.rows.length === 0) return <Empty text={props.empty} />;
  return narrow ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows<T>({ caption, columns, rows, rowKey }: Props<T>) {
  const { t } = useTranslation();
  return (
    <Box component="section" aria-label={t('table.region', { caption })} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Table captionSide="top" highlightOnHover verticalSpacing="xs" horizontalSpacing="sm">
        <Table.Caption m={0} p={0}>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, number, plain }) => (
              <Table.Th key={header} scope="col" className={number ? 'number' : undefined}>
                {plain ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={rowKey(row, index)}>
              {columns.map(({ header, cell, number }) => (
                <Table.Td key={header} className={number ? 'number' : undefined}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function Cards<T>({ caption, columns, rows, rowKey }: Props<T>) {
  return (
    <Stack component="ul" gap="sm" aria-label={caption} p={0} m={0} style={{ listStyle: 'none' }}>
      {rows.map((row, index) => (
        <Card key={rowKey(row, index)} component="li" withBorder p="sm">
          <dl className="fields">
            {columns.map(({ header, cell, plain }) => (
              <Field key={header} header={header} plain={plain}>
                {cell(row)}
              </Field>
            ))}
          </dl>
        </Card>
      ))}
    </Stack>
  );
}

function Field({ header, plain, children }: { header: string; plain?: boolean; children: ReactNode }) {
  if (children === undefined || children === null || children === '') return null;
  return (
    <>
      <dt>{plain ? <VisuallyHidden>{header}</VisuallyHidden> : header}</dt>
      <dd>{children}</dd>
    </>
  );
}
