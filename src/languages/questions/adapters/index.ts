/** The adapters that come with the program, as their documents are written. */
import { text as agentGateway } from './agent_gateway.yaml';
import { text as agentSandbox } from './agent_sandbox.yaml';
import { text as argocd } from './argocd.yaml';
import { text as certManager } from './cert_manager.yaml';
import { text as cilium } from './cilium.yaml';
import { text as clusterApi } from './cluster_api.yaml';
import { text as cnpg } from './cnpg.yaml';
import { text as crossplane } from './crossplane.yaml';
import { text as externalDns } from './external_dns.yaml';
import { text as gatewayApi } from './gateway_api.yaml';
import { text as github } from './github.yaml';
import { text as hetzner } from './hetzner.yaml';
import { text as keda } from './keda.yaml';
import { text as ksops } from './ksops.yaml';
import { text as localPathProvisioner } from './local_path_provisioner.yaml';
import { text as nats } from './nats.yaml';
import { text as talos } from './talos.yaml';

export const shippedAdapters: readonly string[] = [
  agentGateway,
  agentSandbox,
  argocd,
  certManager,
  cilium,
  clusterApi,
  cnpg,
  crossplane,
  externalDns,
  gatewayApi,
  github,
  hetzner,
  keda,
  ksops,
  localPathProvisioner,
  nats,
  talos,
];
