// ORG-01 at the door: whatever stands behind the routes.

import { startApi } from './testing/api-fixture.ts';
import { testOrgWalls } from './testing/org-walls.ts';

testOrgWalls(await startApi());
