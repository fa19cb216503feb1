package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

import picocli.CommandLine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What docs/cluster.md says, and the files beside it. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClusterPagesTest {
    private static final Path DOCS = Path.of("../docs");

    @TempDir Path folder;

    /** Workers as the page starts them, then its batches, and its pictures. */
    @Test
    void commandsDoWhatThePageSays() throws Exception {
        var models = List.of("broken.gltf", "duck.gltf", "goose.gltf");
        for (var model : models) {
            var file = folder.resolve("models").resolve(model);
            Files.createDirectories(file.getParent());
            Files.writeString(file, model.startsWith("broken") ? "{" : StartTraining.model());
        }
        int port = ClusterProcess.freePort();
        int workers = 0;
        int batches = 0;
        int pictures = 0;
        var processes = new ArrayList<ClusterProcess>();
        try {
            for (var line : commands()) {
                var words = new ArrayList<String>();
                for (var word : line.replace("7800", Integer.toString(port)).split(" ")) {
                    if (word.equals("models/*.gltf")) {
                        models.forEach(
                                model -> words.add(folder.resolve("models/" + model).toString()));
                    } else {
                        boolean file = word.matches("(models|thumbs)/.*|[a-z]+\\.[a-z]+");
                        words.add(file ? folder.resolve(word).toString() : word);
                    }
                }
                if (words.getFirst().equals("worker")) {
                    words.removeFirst();
                    processes.add(ClusterProcess.worker(folder, words.toArray(String[]::new)));
                    workers++;
                } else {
                    var process = ClusterProcess.start(folder, words.toArray(String[]::new));
                    processes.add(process);
                    boolean broken = line.contains("*.gltf");
                    boolean shared = !line.contains("-o thumbs/");
                    var batch = line.contains("--resume") ? "2 there already" : "2 rendered";
                    assertThat(process.end())
                            .as(line)
                            .startsWith(broken ? "1\n" : "0\n")
                            .contains(shared ? " parts of pictures given " : batch)
                            .containsPattern("azulejo: cluster: [2-9] workers, ");
                    pictures += shared ? 1 : 0;
                    batches += shared ? 0 : 1;
                }
            }
        } finally {
            for (var process : processes) {
                process.close();
            }
        }
        assertThat(workers).isEqualTo(2);
        assertThat(batches).isEqualTo(3);
        assertThat(pictures).isEqualTo(4);
        try (var made = Files.list(folder)) {
            assertThat(made.map(file -> file.getFileName().toString()))
                    .contains("duck.png", "duck.gif", "duck.json", "duck.id.png", "duck.aov.json");
        }
    }

    private static List<String> commands() throws IOException {
        var commands = new ArrayList<String>();
        boolean inside = false;
        for (var line : Files.readAllLines(DOCS.resolve("cluster.md"))) {
            if (line.startsWith("```")) {
                inside = line.equals("```sh");
            } else if (inside) {
                assertThat(line).startsWith("./azulejo ");
                commands.add(line.substring("./azulejo ".length()));
            }
        }
        return commands;
    }

    /** Fields that there are, by where they are; what is called as somebody likes is {@code *}. */
    private static final Map<String, Set<String>> FIELDS =
            """
            Service apiVersion kind metadata spec
            Service/metadata name
            Service/spec clusterIP publishNotReadyAddresses selector ports
            Service/spec/selector *
            Service/spec/ports name port
            Deployment apiVersion kind metadata spec
            Deployment/metadata name
            Deployment/spec replicas selector template
            Deployment/spec/selector matchLabels
            Deployment/spec/selector/matchLabels *
            Deployment/spec/template metadata spec
            Deployment/spec/template/metadata labels
            Deployment/spec/template/metadata/labels *
            POD terminationGracePeriodSeconds securityContext containers volumes
            POD/securityContext runAsNonRoot runAsUser fsGroup
            POD/volumes name emptyDir secret
            POD/volumes/emptyDir sizeLimit
            POD/volumes/secret secretName
            BOX name image command args env ports readinessProbe livenessProbe
            BOX resources securityContext volumeMounts
            BOX/env name value valueFrom
            BOX/env/valueFrom fieldRef secretKeyRef
            BOX/env/valueFrom/fieldRef fieldPath
            BOX/env/valueFrom/secretKeyRef name key
            BOX/ports name containerPort
            BOX/readinessProbe httpGet
            BOX/readinessProbe/httpGet path port
            BOX/livenessProbe httpGet periodSeconds failureThreshold
            BOX/livenessProbe/httpGet path port
            BOX/resources requests limits
            BOX/resources/requests cpu memory
            BOX/resources/limits cpu memory
            BOX/securityContext allowPrivilegeEscalation readOnlyRootFilesystem capabilities
            BOX/securityContext/capabilities drop
            BOX/volumeMounts name mountPath readOnly
            """
                    .replace("BOX", "POD/containers")
                    .replace("POD", "Deployment/spec/template/spec")
                    .lines()
                    .map(line -> List.of(line.split(" ")))
                    .collect(
                            Collectors.toMap(
                                    List::getFirst,
                                    words -> Set.copyOf(words.subList(1, words.size())),
                                    (one, more) ->
                                            Stream.concat(one.stream(), more.stream())
                                                    .collect(Collectors.toSet())));

    /** Returns fields that there are not, such as those that are misspelt. */
    private static List<String> unknownFields(String manifest) {
        var unknown = new ArrayList<String>();
        for (var part : new Load(LoadSettings.builder().build()).loadAllFromString(manifest)) {
            addUnknown(((Map<?, ?>) part).get("kind").toString(), part, unknown);
        }
        return unknown;
    }

    private static void addUnknown(String place, Object value, List<String> unknown) {
        if (value instanceof List<?> list) {
            list.forEach(each -> addUnknown(place, each, unknown));
        } else if (value instanceof Map<?, ?> fields) {
            var known = FIELDS.getOrDefault(place, Set.of());
            fields.forEach(
                    (name, of) -> {
                        var field = place + "/" + name;
                        if (!known.contains("*") && !known.contains(name)) {
                            unknown.add(field);
                        }
                        addUnknown(field, of, unknown);
                    });
        }
    }

    @Test
    void fieldsOfTheManifestAreSpelt() throws IOException {
        var text = Files.readString(DOCS.resolve("cluster/kubernetes.yaml"));
        assertThat(unknownFields(text)).isEmpty();
        var pod = "Deployment/spec/template/spec/";
        assertThat(unknownFields(text.replace("livenessProbe", "livenesProbe")))
                .contains(pod + "containers/livenesProbe");
        assertThat(unknownFields(text.replace("readOnlyRootFilesystem", "readOnlyRootFileSystem")))
                .containsExactly(pod + "containers/securityContext/readOnlyRootFileSystem");
        // Right, but not there
        assertThat(unknownFields(text.replace("runAsNonRoot", "readOnlyRootFilesystem")))
                .containsExactly(pod + "securityContext/readOnlyRootFilesystem");
    }

    private static void assertOptionsExist(String text) {
        var known = new CommandLine(new WorkerCommand()).getCommandSpec().optionsMap().keySet();
        var said = text.replaceAll("(?m)^#.*", "");
        var named =
                Pattern.compile("(--[a-z-]+)=")
                        .matcher(said)
                        .results()
                        .map(m -> m.group(1))
                        .toList();
        assertThat(named).hasSizeGreaterThan(4);
        assertThat(known).containsAll(named);
    }

    /** Ports, probes, keys and volumes of the manifest name each other. */
    @Test
    @SuppressWarnings("unchecked")
    void theManifestFitsTogether() throws IOException {
        var text = Files.readString(DOCS.resolve("cluster/kubernetes.yaml"));
        assertOptionsExist(text);
        var parts = new ArrayList<Map<String, Object>>();
        new Load(LoadSettings.builder().build())
                .loadAllFromString(text)
                .forEach(part -> parts.add((Map<String, Object>) part));
        assertThat(parts)
                .extracting(part -> part.get("kind"))
                .containsExactly("Service", "Deployment");
        var service = (Map<String, Object>) parts.get(0).get("spec");
        assertThat(service).containsEntry("clusterIP", "None");
        var workers = (Map<String, Object>) parts.get(1).get("spec");
        var template = (Map<String, Object>) workers.get("template");
        var labels =
                (Map<String, Object>)
                        ((Map<String, Object>) template.get("metadata")).get("labels");
        assertThat(labels).isEqualTo(service.get("selector"));
        assertThat(((Map<String, Object>) workers.get("selector")).get("matchLabels"))
                .isEqualTo(labels);
        var pod = (Map<String, Object>) template.get("spec");
        var container = ((List<Map<String, Object>>) pod.get("containers")).getFirst();
        var arguments = (List<String>) container.get("args");
        assertThat(arguments.getFirst()).isEqualTo("worker");
        assertThat(arguments)
                .contains("--listen=$(POD_IP):7800", "--health=$(POD_IP):7810")
                .contains(
                        "--join="
                                + ((Map<String, Object>) parts.get(0).get("metadata")).get("name")
                                + ":7800");
        assertThat((List<Map<String, Object>>) container.get("ports"))
                .extracting(port -> port.get("name") + "=" + port.get("containerPort"))
                .containsExactly("cluster=7800", "health=7810");
        assertThat(text.split("path: /health\n +port: health\n")).hasSize(3);
        // As many models as processors, which are bounded, and a heap within the memory
        var resources = (Map<String, Object>) container.get("resources");
        var limits = (Map<String, Object>) resources.get("limits");
        assertThat(limits).isEqualTo(resources.get("requests"));
        assertThat(arguments).contains("--threads=" + limits.get("cpu"));
        assertThat(limits.get("memory").toString()).matches("[1-9]+Gi");
        assertThat((List<Map<String, Object>>) container.get("env"))
                .filteredOn(each -> each.get("name").equals("AZULEJO_JAVA_OPTS"))
                .extracting(each -> each.get("value"))
                .containsExactly("-XX:MaxRAMPercentage=70");
        var mounted = (List<Map<String, Object>>) container.get("volumeMounts");
        var volumes = (List<Map<String, Object>>) pod.get("volumes");
        assertThat(mounted)
                .extracting(volume -> volume.get("name"))
                .containsExactlyElementsOf(
                        volumes.stream().map(volume -> volume.get("name")).toList());
        assertThat(mounted)
                .extracting(volume -> volume.get("mountPath"))
                .contains("/cache", "/key");
    }

    @Test
    void theUnitIsOneThatSystemdReads() throws IOException, InterruptedException {
        var file = DOCS.resolve("cluster/azulejo-worker.service");
        var text = Files.readString(file);
        assertOptionsExist(text);
        var section = "";
        for (var line : text.lines().filter(l -> !l.startsWith("#") && !l.isBlank()).toList()) {
            if (line.startsWith("[")) {
                section = line;
            } else {
                assertThat(line).matches("[A-Z][A-Za-z]+=.*");
                assertThat(section).isIn("[Unit]", "[Service]", "[Install]");
            }
        }
        // A normal stop is no failure
        assertThat(text.lines()).contains("SuccessExitStatus=143", "Restart=always");
        int threads = number(text, " --threads=([0-9]+)\n");
        assertThat(number(text, "\nCPUQuota=([0-9]+)%\n")).isEqualTo(100 * threads);
        int memory = 1024 * number(text, "\nMemoryMax=([0-9]+)G\n");
        assertThat(number(text, "\nEnvironment=AZULEJO_JAVA_OPTS=-Xmx([0-9]+)m\n"))
                .isBetween(memory / 2, memory * 7 / 10);
        assumeThat(Files.isExecutable(Path.of("/usr/bin/systemd-analyze"))).isTrue();
        // As it would be where the archive lies in its place
        var copy = folder.resolve("azulejo-worker.service");
        Files.writeString(copy, text.replace("/opt/azulejo/azulejo ", "/bin/true "));
        var process =
                new ProcessBuilder("systemd-analyze", "verify", copy.toString())
                        .redirectErrorStream(true)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).doesNotContain("azulejo-worker.service");
    }

    private static int number(String text, String pattern) {
        var found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return Integer.parseInt(found.group(1));
    }

    /**
     * A start without a cluster is no slower for it: nothing of it is loaded, nor what is told to
     * members.
     */
    @Test
    void withoutAClusterNothingOfItIsLoaded() throws Exception {
        var log = folder.resolve("classes.txt");
        var command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + log,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.azulejo.cli.Main",
                        "render",
                        "demo:teapot",
                        "-o",
                        folder.resolve("a.png").toString(),
                        "--size=16x16");
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(Files.readString(log))
                .contains(" dev.azulejo.cli.RenderCommand ")
                .doesNotContain(" org.jgroups.")
                .doesNotContain(" dev.azulejo.cluster.jgroups.")
                .doesNotContain(" dev.azulejo.cluster.work.")
                .contains(" dev.azulejo.cli.Release$Teller ")
                .doesNotContain(" dev.azulejo.cli.Release ");
    }
}
