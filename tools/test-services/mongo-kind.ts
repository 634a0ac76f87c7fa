import { findProgram } from './find-program.js';
import { installedSecantusDb } from './secantusdb.js';

/** What answers: MongoDB's own server, or SecantusDB, which lacks elections and ordered index scans. */
export type MongoKind = 'mongod' | 'secantusdb';

/** The kind of MongoDB that can be started here without installing anything. */
export const startableMongo = (): MongoKind | undefined => {
  if (findProgram('mongod') !== undefined) return 'mongod';
  return installedSecantusDb() === undefined ? undefined : 'secantusdb';
};
