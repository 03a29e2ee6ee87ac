/** Has new orders begin on a build whose workers run: `npm run promote -- <build>`. Open orders stay with the build that they began on. */
import { connectInstallation } from '../src/installation';
import { loadEnvFile } from '../src/settings';
import { promote } from '../src/temporal/promote';
import { fail } from './fail';

async function main(buildId: string | undefined): Promise<void> {
  loadEnvFile();
  if (!buildId) throw new Error('npm run promote -- <build>, as WORKER_BUILD_ID of its workers says');
  const { client, close } = await connectInstallation();
  try {
    await promote(client, buildId);
    console.log(`New orders begin on ${buildId}. Workers of other builds may end when no open order is pinned to them.`);
  } finally {
    await close();
  }
}

main(process.argv[2]).catch(fail);
