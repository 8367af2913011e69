// Commands of the documents that the test does not run, and why. An entry that no document has is a fault, too.

export const skippedCommands: Readonly<Record<string, string>> = {
  'npm ci': 'the test runs on what it has installed',
  'npm ci --omit=dev': 'the test runs on what it has installed',
  'npm test': 'this is it',
  'npm run check': 'the type checker and the linter take longer than all other commands together; CI runs it',
  'npm run check:upstream -- path/to/upstream':
    'needs a folder of recorded samples, which is not part of the project',
  'npm run score -- path/to/peers': "needs the peers' test suites, which are not part of the project",
  'cp deploy/wares.service /etc/systemd/system/': 'would change the machine',
  'systemctl enable --now wares': 'would change the machine',
  'POSTGRES_PASSWORD=secret docker compose -f deploy/compose.yaml up --build': 'needs a container engine',
}
