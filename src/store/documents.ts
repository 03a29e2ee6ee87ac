import type { Database } from './database';
import type { MadeDocument } from './generated/client';

/** Keeps a document that the service made; the first text of an id stays. */
export async function saveDocument(db: Database, document: Omit<MadeDocument, 'createdAt'>): Promise<void> {
  await db.madeDocument.createMany({ data: [document], skipDuplicates: true });
}

export const findDocument = (db: Database, id: string): Promise<MadeDocument | null> => db.madeDocument.findUnique({ where: { id } });
