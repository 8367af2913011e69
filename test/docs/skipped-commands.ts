// Commands of the documents that the test does not run, and why. An entry that is in no document is an error too.

export const skippedCommands: Readonly<Record<string, string>> = {
  'npm ci': 'the test runs on what it has installed',
  'npm ci --omit=dev': 'the test runs on what it has installed',
  'npm install ./wares-[0-9]*.tgz': 'test/package packs and installs it',
  'npx publint $PACKAGE --strict': 'needs the registry; the release workflow runs it',
  'npx @arethetypeswrong/cli $PACKAGE --profile esm-only': 'needs the registry; the release workflow runs it',
  'npm publish --dry-run $PACKAGE': 'needs the registry; the release workflow runs it',
  'npm test': 'this is it',
  'PACKAGE=$(npm pack --silent)': 'builds everything, as npm pack does',
  'npm pack':
    'builds everything, which takes minutes on a busy machine; test/package does it and installs the result',
  'npm run check': 'the type checker and the linter take longer than all other commands together; CI runs it',
  'npm run check:upstream -- path/to/upstream':
    'needs a folder of recorded samples, which is not part of the project',
  'npm run check:upstream -- path/to/upstream --general': 'needs the same folder',
  'npm run score:teach -- path/to/peers': "needs the peers' test suites, which are not part of the project",
  'npm run score -- path/to/peers': "needs the peers' test suites, which are not part of the project",
  'cp deploy/wares.service /etc/systemd/system/': 'would change the machine',
  'systemctl enable --now wares': 'would change the machine',
  'kubectl apply -f secret.yaml': 'needs a cluster',
  'kubectl apply -k deploy/kubernetes/base': 'needs a cluster',
  'POSTGRES_PASSWORD=secret docker compose -f deploy/cluster.yaml up --build': 'needs a container engine',
  'docker compose -f deploy/compose.yaml up --build --detach': 'needs a container engine',
  "docker compose -f deploy/compose.yaml exec wares wares keys create --name me --scope '*' watches shops":
    'needs a container engine',
}
