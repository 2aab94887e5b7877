{{- define "toolyard.labels" -}}
app.kubernetes.io/name: toolyard
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "toolyard.image" -}}
{{ printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- define "toolyard.scheduling" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- end }}
{{- define "toolyard.pod" -}}
{{ include "toolyard.scheduling" . }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: secrets
    secret: { secretName: {{ .Values.secretName | quote }}, defaultMode: 0440 }
  - name: data
    emptyDir: { sizeLimit: {{ .Values.dataSize | quote }} }
  - name: tmp
    emptyDir: { sizeLimit: {{ .Values.tmpSize | quote }} }
  {{- with .Values.documentsConfigMap }}
  - name: documents
    configMap: { name: {{ . | quote }} }
  {{- end }}
{{- end }}
{{- define "toolyard.container" -}}
image: {{ include "toolyard.image" . | quote }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/toolyard, readOnly: true }
  - { name: data, mountPath: /var/lib/toolyard }
  - { name: tmp, mountPath: /tmp }
  {{- if hasKey . "isBackup" }}
  - { name: backups, mountPath: /backups }
  {{- end }}
  {{- if .Values.documentsConfigMap }}
  - { name: documents, mountPath: /etc/toolyard/documents, readOnly: true }
  {{- end }}
{{- with .Values.extraEnvFrom }}
envFrom: {{- toYaml . | nindent 2 }}
{{- end }}
env:
  - name: TOOLYARD_PUBLIC_URL
    value: {{ required "publicUrl is needed" .Values.publicUrl | quote }}
  - name: TOOLYARD_TRUST_PROXY
    value: {{ .Values.trustProxy | quote }}
  # The memory limit is for one process. Replicas use further processors.
  - name: TOOLYARD_WORKERS
    value: "1"
  - name: TOOLYARD_LAME_DUCK_SECONDS
    value: {{ .Values.lameDuckSeconds | quote }}
  {{- if .Values.programs.enabled }}
  - name: TOOLYARD_PROGRAMS
    value: kubernetes
  - name: TOOLYARD_KUBERNETES_NAMESPACE
    value: {{ .Values.programs.namespace | quote }}
  - name: TOOLYARD_KUBERNETES_IMAGE
    value: {{ default (include "toolyard.image" .) .Values.programs.image | quote }}
  - name: TOOLYARD_KUBERNETES_RUNTIME_CLASS
    value: {{ .Values.programs.runtimeClass | quote }}
  - name: TOOLYARD_KUBERNETES_PROXY_IP
    valueFrom: { fieldRef: { fieldPath: status.podIP } }
  {{- end }}
  {{- if .Values.documentsConfigMap }}
  - name: TOOLYARD_GRAPHQL_DOCUMENTS
    value: /etc/toolyard/documents/documents.json
  {{- end }}
  {{- range $name, $value := .Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
{{- end }}
