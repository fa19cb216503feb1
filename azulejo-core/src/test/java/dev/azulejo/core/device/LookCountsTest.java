package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The places in frames where those who work look whether to go on: which there are, and that frames
 * come to each. Whoever takes one away, or adds one that nobody comes to, hears of it here.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LookCountsTest {
    /** Methods that look, and how often each does in its text. */
    private static final Map<String, Integer> LOOKS =
            Map.ofEntries(
                    Map.entry("Chunker.goOn", 1),
                    Map.entry("CommandReader.read", 1),
                    Map.entry("TileRenderer.drawAll", 1),
                    Map.entry("CullStage.cull", 1),
                    Map.entry("CullStage.replay", 1),
                    Map.entry("CullStage.runPlace", 1),
                    Map.entry("Device.execute", 1),
                    Map.entry("GeometryStream.next", 1),
                    Map.entry("GeometryStream.work", 1),
                    Map.entry("GroupMember.visits", 1),
                    Map.entry("GroupMember.wants", 1),
                    Map.entry("MemberPretest.test", 1),
                    Map.entry("OrderedSource.work", 1),
                    Map.entry("SequentialExchange.map", 1),
                    Map.entry("Takeover.visits", 1),
                    Map.entry("Takeover.wants", 1),
                    Map.entry("ListSorter.runBin", 1),
                    Map.entry("TileStage.runMark", 1),
                    Map.entry("TileStage.runTiles", 1),
                    Map.entry("VisibilityStage.runName", 1),
                    Map.entry("WindowSource.work", 1),
                    Map.entry("WorkerPool.check", 1));

    /** What looks for who calls it. */
    private static final Set<String> FOR_OTHERS = Set.of("WorkerPool.checkStop", "PoolWatch.step");

    private static final int SCENES = 60;

    private final Set<String> reached = ConcurrentHashMap.newKeySet();

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static boolean looks(JavaMethodCall call) {
        var target = call.getTarget();
        String name = simple(target.getOwner().getName()) + "." + target.getName();
        return target.getOwner().isEquivalentTo(StopSign.class) && target.getName().equals("check")
                || FOR_OTHERS.contains(name);
    }

    /** All places in the code, as {@code Class.method}, by line. */
    private static Map<String, String> places() {
        var places = new TreeMap<String, String>();
        var core =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.azulejo.core");
        for (var type : core) {
            if (type.getPackageName().endsWith(".cancel")) {
                continue;
            }
            for (var call : type.getMethodCallsFromSelf()) {
                String name = simple(type.getName()) + "." + call.getOrigin().getName();
                if (looks(call) && !FOR_OTHERS.contains(name)) {
                    places.put(simple(type.getName()) + ":" + call.getLineNumber(), name);
                }
            }
        }
        return places;
    }

    @Test
    void theseAreAllThereAre() {
        var counts = new TreeMap<String, Integer>();
        places().values().forEach(place -> counts.merge(place, 1, Integer::sum));
        assertThat(counts).containsExactlyInAnyOrderEntriesOf(LOOKS);
    }

    /** Never ends work, and notes who looks. */
    private Cancellation notes() {
        return Cancellation.when(
                () -> {
                    StackWalker.getInstance()
                            .walk(frames -> frames.filter(frame -> !passesOn(frame)).findFirst())
                            .ifPresent(
                                    frame ->
                                            reached.add(
                                                    simple(frame.getClassName())
                                                            + ":"
                                                            + frame.getLineNumber()));
                    return false;
                });
    }

    /** Whether somebody looks for somebody else, who is further out. */
    private static boolean passesOn(StackWalker.StackFrame frame) {
        String name = simple(frame.getClassName()) + "." + frame.getMethodName();
        return frame.getClassName().startsWith("dev.azulejo.core.cancel.")
                || frame.getClassName().startsWith(LookCountsTest.class.getName())
                || FOR_OTHERS.contains(name);
    }

    private static DeviceOptions options(RandomScene scene, int kind, Random random) {
        var options = scene.options();
        if (kind != 0 && options.path() == DeviceOptions.Path.REFERENCE) {
            options = DeviceOptions.DEFAULT;
        }
        return switch (kind) {
            case 1 -> options.withGroup(GroupBytesTest.group(random));
            case 2 ->
                    options.withEarlyZ(BinBytesTest.supported(options.earlyZ()))
                            .withGroup(BinBytesTest.group(random));
            default -> options;
        };
    }

    /** The second frame is one of which something is known from the first. */
    private void submitTwice(Gpu gpu, RandomScene scene) {
        var target = scene.target();
        gpu.submit(scene.record(target), notes());
        gpu.submit(scene.record(target), notes());
    }

    @Test
    void framesComeToEach() {
        var places = places();
        submitWhereOneIsLost();
        for (int seed = 1; seed <= SCENES && !reached.containsAll(places.keySet()); seed++) {
            var scene = new RandomScene(seed);
            for (int kind = 0; kind < 3; kind++) {
                try (var gpu = Gpu.open(options(scene, kind, new Random(seed)))) {
                    submitTwice(gpu, scene);
                }
            }
        }
        var missed = new TreeSet<>(places.keySet());
        missed.removeAll(reached);
        assertThat(missed.stream().map(place -> place + " " + places.get(place)))
                .as("places that no frame comes to, of %s", LOOKS.keySet())
                .isEmpty();
    }

    /** What it should have rendered is taken over by others. */
    private void submitWhereOneIsLost() {
        var options =
                GpuGroupTest.PLAIN.withThreads(4).withGroup(GpuGroupTest.four(Group.Pretest.EXACT));
        try (var group = new GpuGroup(options, new MailboxTransport(4))) {
            group.suffer(GroupFaults.parse("dead:2@1:tile=1"));
            group.submit(GpuGroupTest.objects(Sheet.target()), notes());
        }
    }
}
