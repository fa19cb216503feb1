package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.util.stream.Collectors.joining;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.Looks;
import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.GapFinder;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkDraw;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.report.WorkPhase;
import dev.azulejo.core.report.WorkReceiver;
import dev.azulejo.core.report.WorkTeller;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.reuse.TileGate;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What is told of a frame, line by line. */
class WorkLogTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    private final List<String> told = new ArrayList<>();

    private final List<Long> signatures = new ArrayList<>();

    /** What is told of where triangles are, and whether they are seen. */
    private final List<String> places = new ArrayList<>();

    private boolean wantsCorners;

    private final WorkListener listener =
            new WorkListener() {
                @Override
                public void beginPhase(WorkPhase phase) {
                    told.add(phase.toString().replace("WorkPhase", "phase"));
                }

                @Override
                public void draw(WorkDraw draw) {
                    told.add("draw " + draw.tested());
                }

                @Override
                public void hullGroup(int patches, int points, int estimate, int primitives) {
                    told.add(
                            "group of %d: %d %d %d"
                                    .formatted(patches, points, estimate, primitives));
                }

                @Override
                public void patch(WorkPatch patch) {
                    told.add(
                            "patch %s %s, %d of %d: %d %d, %d %d %d %d"
                                    .formatted(
                                            patch.edge0(),
                                            patch.inside1(),
                                            patch.primitives(),
                                            patch.estimate(),
                                            patch.points(),
                                            patch.primitives(),
                                            patch.x0(),
                                            patch.y0(),
                                            patch.x1(),
                                            patch.y1()));
                }

                @Override
                public void chunk(
                        int primitives,
                        int vertices,
                        int used,
                        int outside,
                        int facingAway,
                        int empty,
                        int group,
                        boolean hidden) {
                    told.add(
                            "chunk of %d: %d %d, %d %d %d, group %d %s"
                                    .formatted(
                                            primitives,
                                            vertices,
                                            used,
                                            outside,
                                            facingAway,
                                            empty,
                                            group,
                                            hidden));
                }

                @Override
                public void triangle(int x0, int y0, int x1, int y1, int covered, int found) {
                    told.add(
                            "triangle %d %d %d %d: %d %s"
                                    .formatted(x0, y0, x1, y1, covered, (found & HIDDEN) != 0));
                    if ((found & UNSEEN) != 0) {
                        places.add("unseen");
                    }
                }

                @Override
                public boolean wantsCorners() {
                    return wantsCorners;
                }

                @Override
                public void gapFinder(GapFinder finder) {
                    places.add("finder");
                }

                @Override
                public void corners(int triangle, int x0, int y0, int x1, int y1, int x2, int y2) {
                    places.add(
                            "corners of %d: %s"
                                    .formatted(
                                            triangle,
                                            IntStream.of(x0, y0, x1, y1, x2, y2)
                                                    .mapToObj(i -> "" + i / 256)
                                                    .collect(joining(" "))));
                }

                @Override
                public void square(int column, int row, int shaded, long ops, long textureBytes) {
                    told.add("square %d %d: %d".formatted(column, row, shaded));
                }

                @Override
                public void tile(
                        int column, int row, TileDecision decision, int bytes, long signature) {
                    told.add("tile %d %d: %s %d".formatted(column, row, decision, bytes));
                    signatures.add(signature);
                }

                @Override
                public void endPhase() {
                    told.add("end");
                }
            };

    // Options

    @Test
    void recordingSeesEverything() {
        assertThatThrownBy(() -> WorkLog.options(DeviceOptions.REFERENCE))
                .isInstanceOf(IllegalArgumentException.class);
        var off =
                WorkLog.options(
                        DeviceOptions.DEFAULT
                                .withWindow(7)
                                .withReuse(Reuse.OFF)
                                .withEarlyZ(EarlyZ.OFF));
        assertThat(off.sortedTriangles()).isEqualTo(DeviceOptions.WHOLE_FRAME);
        assertThat(off.reuse()).isEqualTo(Reuse.OFF);
        assertThat(off.earlyZ()).isEqualTo(EarlyZ.OFF);
        var on = WorkLog.options(DeviceOptions.DEFAULT);
        assertThat(on.earlyZ().mode()).isEqualTo(EarlyZ.Mode.ON);
        assertThat(on.reuse().mode()).isEqualTo(Reuse.Mode.ON);
        assertThat(on.reuse().unchanged()).isFalse();
        assertThat(on.reuse().partial()).isFalse();
    }

    // A log by itself

    private final long[] gateBytes = new long[2];

    /** Says how many bytes were compared. */
    private TileGate gate() {
        return (TileGate)
                Proxy.newProxyInstance(
                        TileGate.class.getClassLoader(),
                        new Class<?>[] {TileGate.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("signature")) {
                                return 100L * (int) arguments[0] + (int) arguments[1];
                            }
                            assertThat(method.getName()).isEqualTo("testBytes");
                            return gateBytes[(int) arguments[0]];
                        });
    }

    /**
     * Worker 1 takes the first of two chunks, and worker 0 the second: they are told in order, each
     * with its draw call before it; the draw call without geometry comes last. Bytes are those
     * since the last tile of the same worker.
     */
    @Test
    void rowsAreToldInSubmissionOrder() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(2, 1, 0, 0, 8, 8, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 16, 16, 64, 32, 0.5f).draw(commands, Sheet.OPAQUE);
        commands.drawIndexed(0, 2, 0, 0, 1);
        var phase = Sheet.cut(commands, EarlyZ.OFF, new Counts());
        var grid = new TileGrid();
        grid.set(64, 64, 32, TileSet.ALL);
        var all = new Counts[] {new Counts(), new Counts()};
        var log = new WorkLog(listener);
        log.use(all, KERNELS);
        log.beginPhase(3, phase, EarlyZ.OFF, grid);
        var chunks = Fixture.outputs(phase);
        for (int c = 0; c < 2; c++) {
            int worker = 1 - c;
            all[worker].add(Counter.VERTEX_POSITIONS, 77);
            assertThat(log.wants(worker, c, chunks[c])).isTrue();
            new GeometryWorker(KERNELS, all[worker]).process(chunks[c]);
            log.ended(worker, chunks[c], c, true);
        }
        var gate = gate();
        gateBytes[0] = 1000;
        log.beginWindow(chunks, 2, gate);
        gateBytes[0] += 16;
        assertThat(log.keeps(0, 2, TileDecision.DATA, gate)).isFalse();
        gateBytes[0] += 5;
        assertThat(log.keeps(0, 0, TileDecision.HEADER, gate)).isFalse();
        gateBytes[1] += 7;
        log.keeps(1, 1, TileDecision.DATA, gate);
        log.endWindow(chunks, 2);
        log.endPhase();
        var expected =
                new ArrayList<>(
                        List.of(
                                told.getFirst(),
                                "draw false",
                                "chunk of 4: 6 6, 0 0 0, group -1 false",
                                "triangle 0 0 3 7: 0 false",
                                "triangle 0 0 3 7: 0 false",
                                "triangle 4 0 7 7: 0 false",
                                "triangle 4 0 7 7: 0 false",
                                "draw false",
                                "chunk of 2: 4 4, 0 0 0, group -1 false",
                                "triangle 16 16 63 31: 0 false",
                                "triangle 16 16 63 31: 0 false"));
        expected.addAll(
                List.of(
                        "tile 0 0: HEADER 5",
                        "tile 1 0: DATA 7",
                        "tile 0 1: DATA 16",
                        "tile 1 1: RENDERED 0",
                        "end"));
        assertThat(told).containsExactlyElementsOf(expected);
        // Whoever decided is asked; of the last tile nobody has.
        assertThat(signatures).containsExactly(0L, 101L, 2L, 0L);
        assertThat(signaturesOfNextPhase(log, phase, grid)).containsOnly(0L);
        assertThat(told.getFirst())
                .contains("frame=3")
                .contains("width=64, height=64, samples=1, pixelBytes=4, sampleBytes=8")
                .contains("tileSize=32");
    }

    /** Of a phase that nobody decides about, after one of which tiles were told. */
    private List<Long> signaturesOfNextPhase(WorkLog log, Phase phase, TileGrid grid) {
        log.beginPhase(4, phase, EarlyZ.OFF, grid);
        log.endPhase();
        return signatures.subList(4, 8);
    }

    /**
     * What early Z needs is taken when worker 0 begins with tiles, else with the window's end: here
     * too late, so that nothing is found. Half of the second sheet lies behind the first.
     */
    @Test
    void whatIsHiddenIsGatheredByTheFirstWorker() {
        for (int first = 0; first < 2; first++) {
            told.clear();
            var commands = Sheet.clear(Sheet.target());
            Sheet.of(2, 1, 0, 0, 32, 64, 0.25f).draw(commands, Sheet.OPAQUE);
            Sheet.of(4, 1, 0, 0, 64, 64, 0.75f).draw(commands, Sheet.OPAQUE);
            var phase = Sheet.cut(commands, EarlyZ.ON, new Counts());
            var grid = new TileGrid();
            grid.set(64, 64, 32, TileSet.ALL);
            var all = new Counts[] {new Counts(), new Counts()};
            var log = new WorkLog(listener);
            log.use(all, KERNELS);
            log.beginPhase(0, phase, EarlyZ.ON, grid);
            var chunks = Fixture.outputs(phase);
            for (int c = 0; c < 2; c++) {
                log.wants(0, c, chunks[c]);
                new GeometryWorker(KERNELS, all[0]).process(chunks[c]);
                log.ended(0, chunks[c], c, true);
            }
            log.beginWindow(chunks, 2, gate());
            log.beginTiles(first);
            // Outputs, but not records, may be anybody's from now on
            chunks[1].restart();
            log.endWindow(chunks, 2);
            log.endPhase();
            var triangles = told("triangle");
            assertThat(triangles).hasSize(4 + 8);
            for (int t = 0; t < triangles.size(); t++) {
                assertThat(triangles.get(t))
                        .as("triangle %d, worker %d", t, first)
                        .endsWith(first == 0 && t >= 4 && t < 8 ? " true" : " false");
            }
        }
    }

    // In a device

    private void record(DeviceOptions options, CommandBuffer commands) {
        try (var device = Device.recordingWork(options, listener)) {
            device.submit(commands);
        }
    }

    private List<String> told(String what) {
        return told.stream().filter(line -> line.startsWith(what)).toList();
    }

    /** Pixels by squares and by triangles; half of a rectangle's are each triangle's, nearly. */
    @Test
    void pixelsAreAddedUpOverWorkers() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 8, 0, 40, 16, 0.5f).draw(commands, Sheet.OPAQUE);
        for (int threads = 1; threads <= 2; threads++) {
            told.clear();
            record(
                    DeviceOptions.DEFAULT
                            .withThreads(threads)
                            .withKernels(Kernels.SCALAR)
                            .withTileSize(16)
                            .withReuse(Reuse.OFF)
                            .withEarlyZ(EarlyZ.OFF),
                    commands);
            assertThat(told("square"))
                    .containsExactly("square 0 0: 128", "square 1 0: 256", "square 2 0: 128");
            var triangles = told("triangle");
            assertThat(triangles).hasSize(2);
            int sum = 0;
            for (var line : triangles) {
                sum += Integer.parseInt(line.replaceAll(".*: | false", ""));
            }
            assertThat(sum).isEqualTo(32 * 16);
            assertThat(told("tile")).hasSize(16);
        }
    }

    /**
     * Where all of a triangle lies behind another, nothing of it is seen. Corners are told to those
     * alone who want to know, and of those triangles that lie in several squares.
     */
    @Test
    void whatIsNotCoveredOrNotSeenIsTold() {
        for (int samples : new int[] {1, 4}) {
            var commands =
                    Sheet.clear(new RenderTarget(64, 64, TextureFormat.RGBA8_UNORM, samples));
            Sheet.of(1, 1, 16, 0, 48, 32, 0.25f).draw(commands, Sheet.OPAQUE);
            Sheet.of(1, 1, 16, 0, 48, 32, 0.5f).draw(commands, Sheet.OPAQUE);
            Sheet.of(1, 1, 48, 48, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
            for (boolean wants : new boolean[] {true, false}) {
                for (int threads = 1; threads <= 2; threads++) {
                    places.clear();
                    wantsCorners = wants;
                    var options = DeviceOptions.DEFAULT.withThreads(threads).withTileSize(16);
                    record(options.withReuse(Reuse.OFF).withEarlyZ(EarlyZ.OFF), commands);
                    if (wants) {
                        String upper = "corners of 0: 16 0 48 0 16 32";
                        String lower = "corners of 1: 16 32 48 0 48 32";
                        assertThat(places)
                                .containsExactly(
                                        "finder", upper, lower, "unseen", "unseen", upper, lower);
                    } else {
                        assertThat(places).containsExactly("unseen", "unseen");
                    }
                }
            }
        }
    }

    /**
     * Of a triangle that lies in one square it is known by what is counted whether it covers a
     * sample, unless nobody counts: nothing passes, or neither depth nor colour is written.
     */
    @Test
    void whereSamplesAreCountedOneSquareNeedsNoCorners() {
        var noColour =
                Sheet.OPAQUE.withBlend(
                        new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0));
        var counted =
                List.of(
                        Sheet.OPAQUE,
                        Sheet.OPAQUE.withDepth(DepthState.OFF),
                        noColour,
                        Sheet.OPAQUE.withBlend(BlendState.ALPHA));
        var others =
                List.of(
                        noColour.withDepth(DepthState.OFF),
                        Sheet.OPAQUE.withDepth(new DepthState(CompareFunction.NEVER, true, false)));
        wantsCorners = true;
        for (var state : Stream.concat(counted.stream(), others.stream()).toList()) {
            places.clear();
            var commands = Sheet.clear(Sheet.target());
            Sheet.of(1, 1, 16, 0, 32, 16, 0.5f).draw(commands, state);
            var options = DeviceOptions.DEFAULT.withThreads(1).withTileSize(16);
            record(options.withReuse(Reuse.OFF).withEarlyZ(EarlyZ.OFF), commands);
            // What writes no colour is not told as unseen: nobody would have seen it
            boolean unseen = state.depth().compare() == CompareFunction.NEVER;
            assertThat(places.stream().filter("unseen"::equals)).hasSize(unseen ? 2 : 0);
            assertThat(places.stream().filter(told -> told.startsWith("corners")))
                    .as("%s", state)
                    .hasSize(counted.contains(state) ? 0 : 2);
        }
    }

    /** Sample counts are pixels, rounded up; floats take four times the room. */
    @Test
    void samplesAreToldAsPixels() {
        var target = new RenderTarget(64, 64, TextureFormat.RGBA32_FLOAT, 4);
        var commands = Sheet.clear(target);
        Sheet.of(1, 1, 0, 0, 1.5f, 1, 0.5f).draw(commands, Sheet.OPAQUE);
        record(DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF), commands);
        assertThat(told.getFirst()).contains("samples=4, pixelBytes=16, sampleBytes=20");
        // Three samples of the first, one and two of the second; none of the row below
        assertThat(told("triangle"))
                .containsExactly("triangle 0 0 1 0: 1 false", "triangle 0 0 1 0: 1 false");
    }

    /** A hull group is told before what comes of it; chunks name the last group. */
    @Test
    void groupsComeBeforeTheirChunks() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 0, 0, 8, 8, 0.5f).draw(commands, Sheet.OPAQUE);
        PatchFixture.draw(commands, PatchFixture.Program.PLAIN, Patch.whole(2), Patch.whole(1));
        Sheet.of(1, 1, 0, 0, 8, 8, 0.25f).draw(commands, Sheet.OPAQUE);
        record(
                DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF).withEarlyZ(EarlyZ.OFF),
                commands);
        var order = told.stream().filter(l -> l.matches("(group|patch|chunk|draw).*")).toList();
        assertThat(order)
                .containsExactly(
                        "draw false",
                        "chunk of 2: 4 4, 0 0 0, group -1 false",
                        "draw false",
                        // Four control points; 8 and 2 triangles
                        "group of 2: 4 10 10",
                        "patch 2.0 2.0, 8 of 8: 9 8, 0 0 63 63",
                        "patch 1.0 1.0, 2 of 2: 4 2, 0 0 63 63",
                        "chunk of 10: 13 13, 0 0 0, group 0 false",
                        "draw false",
                        "chunk of 2: 4 4, 0 0 0, group -1 false");
    }

    /**
     * Where patches lie is told, and all are tessellated: one in the lower left quarter, with a
     * margin of a pixel; one beyond the target; one that is dropped; one of which nothing is known.
     */
    @Test
    void patchesAreToldWithTheirBoxes() {
        var commands = Sheet.clear(Sheet.target());
        PatchFixture.draw(
                commands,
                PatchFixture.Program.PLAIN,
                new Patch(-1, -1, -0.25f, -0.25f, 3, 2, 0),
                Patch.outside(4),
                new Patch(-1, -1, 1, 1, 0, 4, 0.5f),
                new Patch(0.5f, -1, Float.POSITIVE_INFINITY, 1, 5, 5, 0));
        record(
                DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF).withEarlyZ(EarlyZ.OFF),
                commands);
        var patches = told("patch");
        assertThat(patches).hasSize(4);
        assertThat(patches.get(0)).startsWith("patch 3.0 2.0, ").endsWith(", 0 39 24 63");
        assertThat(patches.get(1)).startsWith("patch 4.0 4.0, 32 of 32: 25").endsWith(" -1 -1");
        assertThat(patches.get(2)).startsWith("patch 0.0 4.0, 0 of 0: 0 0");
        assertThat(patches.get(3)).startsWith("patch 5.0 5.0, 50 of 50: 36").endsWith(" 0 0 63 63");
        // By inside factors 8, 32, 0 and 50; edges of 3 make 12 of the first
        assertThat(told("group").getFirst()).isEqualTo("group of 4: 8 90 94");
    }

    /**
     * As reuse compares: tiles are told alike where nothing has changed, and other where it has.
     */
    @Test
    void signaturesAreThoseOfTiles() {
        var options =
                DeviceOptions.DEFAULT
                        .withThreads(2)
                        .withTileSize(32)
                        .withReuse(Reuse.TILES)
                        .withEarlyZ(EarlyZ.OFF);
        var target = Sheet.target();
        var back = Sheet.of(1, 1, 0, 0, 64, 16, 0.75f);
        var corner = Sheet.of(1, 1, 40, 40, 64, 64, 0.5f);
        var nearer = Sheet.of(1, 1, 40, 40, 64, 64, 0.25f);
        try (var device = Device.recordingWork(options, listener)) {
            for (var last : List.of(corner, corner, nearer, corner)) {
                var commands = Sheet.clear(target);
                back.draw(commands, Sheet.OPAQUE);
                last.draw(commands, Sheet.OPAQUE);
                device.submit(commands);
            }
        }
        assertThat(signatures).hasSize(16).doesNotContain(0L);
        for (int tile = 0; tile < 4; tile++) {
            long first = signatures.get(tile);
            assertThat(signatures.get(4 + tile)).isEqualTo(first);
            assertThat(signatures.get(8 + tile) == first).isEqualTo(tile != 3);
            assertThat(signatures.get(12 + tile)).isEqualTo(first);
        }
        assertThat(signatures.get(0)).isNotEqualTo(signatures.get(2));
        // Nor is there one of a render of more draw calls than are written down.
        signatures.clear();
        var few = options.withReuse(Reuse.TILES.withDraws(1));
        try (var device = Device.recordingWork(few, listener)) {
            for (int draws = 1; draws <= 2; draws++) {
                var commands = Sheet.clear(target);
                for (int draw = 0; draw < draws; draw++) {
                    back.draw(commands, Sheet.OPAQUE);
                }
                device.submit(commands);
            }
        }
        assertThat(signatures.subList(0, 4)).doesNotContain(0L);
        assertThat(signatures.subList(4, 8)).containsOnly(0L);
        // Of hashes of blocks, and where nothing is compared, there is none.
        for (var reuse : List.of(Reuse.BLOCKS, Reuse.OFF)) {
            signatures.clear();
            var commands = Sheet.clear(target);
            back.draw(commands, Sheet.OPAQUE);
            record(options.withReuse(reuse), commands);
            assertThat(signatures).containsExactly(0L, 0L, 0L, 0L);
        }
    }

    /** What early Z finds is told, and rendered all the same. */
    @Test
    void whatIsHiddenIsToldBesideTheRest() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(16, 8, 0, 0, 64, 64, 0.75f).draw(commands, Sheet.OPAQUE);
        Sheet.of(1, 1, 0, 0, 64, 64, 0.25f).draw(commands, Sheet.OPAQUE);
        record(DeviceOptions.DEFAULT.withThreads(2).withReuse(Reuse.OFF), commands);
        assertThat(told("draw")).containsExactly("draw true", "draw true");
        assertThat(told("chunk").getFirst()).startsWith("chunk of 256").endsWith("true");
        assertThat(told("chunk").get(1)).endsWith("false");
        assertThat(told("triangle").stream().filter(line -> line.endsWith("true"))).hasSize(256);
        assertThat(told("triangle")).hasSize(258);
    }

    /**
     * A phase is told as well when the next has been rendered, and when others have been given up
     * between: wherever, nobody hears of them.
     */
    @Test
    void aPhaseMayBeToldUntilTheNextHasEnded() {
        wantsCorners = true;
        var target = Sheet.target();
        var scenes = new ArrayList<CommandBuffer>();
        for (int scene = 0; scene < 4; scene++) {
            var commands = Sheet.clear(target);
            Sheet.of(16, 8 + scene, 0, 0, 64, 64, 0.75f).draw(commands, Sheet.OPAQUE);
            Sheet.of(8, 4, 0, 0, 40, 64, 0.5f).draw(commands, Sheet.OPAQUE);
            if (scene > 0) {
                PatchFixture.draw(commands, PatchFixture.Program.PLAIN, Patch.whole(24 + scene));
            }
            Sheet.of(1, 1, 4 * scene, 0, 64, 64, 0.25f).draw(commands, Sheet.OPAQUE);
            scenes.add(commands);
        }
        var options = DeviceOptions.DEFAULT.withThreads(2).withReuse(Reuse.OFF);
        var atOnce = new ArrayList<List<String>>();
        for (var scene : scenes) {
            told.clear();
            places.clear();
            record(options, scene);
            atOnce.add(all());
        }
        var late = new ArrayList<List<String>>();
        var before = new WorkTeller[1];
        WorkReceiver receiver =
                phase -> {
                    if (before[0] != null) {
                        late.add(tell(before[0]));
                    }
                    before[0] = phase;
                };
        long ended = 0;
        var rendered = new ArrayList<Integer>();
        try (var device = Device.recordingWork(options, receiver)) {
            for (int scene = 0; scene < scenes.size(); scene++) {
                var looks = Looks.unending();
                device.submit(scenes.get(scene), looks.cancellation());
                rendered.add(scene);
                var other = scenes.get((scene + 1) % scenes.size());
                for (long at = 0; at < looks.count(); at++) {
                    var early = new Looks(at).cancellation();
                    try {
                        device.submit(other, early);
                        rendered.add((scene + 1) % scenes.size());
                        break;
                    } catch (CancelledException e) {
                        ended++;
                    }
                }
            }
            late.add(tell(before[0]));
        }
        assertThat(ended).isGreaterThan(20);
        var received = late.stream().map(WorkLogTest::withoutFrame).toList();
        var expected = atOnce.stream().map(WorkLogTest::withoutFrame).toList();
        assertThat(received).isEqualTo(rendered.stream().map(expected::get).toList());
        assertThatThrownBy(() -> before[0].tell(listener)).hasMessageEndingWith("has been told");
        assertThat(expected).doesNotHaveDuplicates();
        assertThat(expected).hasSize(4);
        assertThat(String.join(" ", expected.getFirst())).contains("true", "corners", "square");
    }

    private List<String> all() {
        return Stream.concat(told.stream(), places.stream()).toList();
    }

    private List<String> tell(WorkTeller phase) {
        told.clear();
        places.clear();
        phase.tell(listener);
        assertThat(told.getFirst())
                .isEqualTo(phase.phase().toString().replace("WorkPhase", "phase"));
        return all();
    }

    private static List<String> withoutFrame(List<String> lines) {
        return lines.stream().map(line -> line.replaceFirst("frame=[0-9]+", "frame")).toList();
    }

    /**
     * Cells of 12 pixels: columns 0 to 11 and 24 to 31 lie in one square of 16 pixels, those of the
     * second leave it. Both of its triangles are told by their number, in pixels here; whoever does
     * not ask hears of none.
     */
    @Test
    void cornersOfThoseThatLeaveASquare() {
        for (boolean wanted : new boolean[] {true, false}) {
            places.clear();
            wantsCorners = wanted;
            var commands = Sheet.clear(Sheet.target());
            Sheet.of(1, 1, 0, 0, 12, 8, 0.5f).draw(commands, Sheet.OPAQUE);
            Sheet.of(2, 1, 0, 0, 24, 8, 0.25f).draw(commands, Sheet.OPAQUE);
            var counts = new Counts[] {new Counts()};
            var phase = Sheet.cut(commands, EarlyZ.OFF, new Counts());
            var grid = new TileGrid();
            grid.set(64, 64, 32, TileSet.ALL);
            var log = new PhaseLog(counts, KERNELS);
            log.begin(0, phase, EarlyZ.OFF, false, grid);
            var chunks = Fixture.outputs(phase);
            for (int c = 0; c < chunks.length; c++) {
                new GeometryWorker(KERNELS, counts[0]).process(chunks[c]);
                log.tally(0).add(chunks[c], c, 2);
            }
            log.addChunks(phase, chunks, chunks.length, gate());
            log.tell(listener);
            var corners = places.stream().filter(line -> line.startsWith("corners")).toList();
            if (wanted) {
                assertThat(corners)
                        .containsExactlyInAnyOrder(
                                "corners of 2: 12 0 24 0 12 8", "corners of 3: 12 8 24 0 24 8");
            } else {
                assertThat(places).allMatch(line -> line.equals("unseen"));
            }
        }
    }

    private static Phase sheet(int columns) {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(columns, 1, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        return Sheet.cut(commands, EarlyZ.OFF, new Counts());
    }

    /** What does not fit into a window is not told by halves. */
    @Test
    void aSecondWindowIsRefused() {
        var phase = sheet(1);
        var grid = new TileGrid();
        grid.set(64, 64, 32, TileSet.ALL);
        var log = new WorkLog(listener);
        log.use(new Counts[] {new Counts()}, KERNELS);
        log.beginPhase(0, phase, EarlyZ.OFF, grid);
        var chunks = Fixture.outputs(phase);
        log.beginWindow(chunks, 0, gate());
        log.endWindow(chunks, 0);
        assertThatThrownBy(() -> log.beginWindow(chunks, 1, gate()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("phase ")
                .hasMessageEndingWith("has more work than can be noted: more than 0 chunks");
        log.beginPhase(0, phase, EarlyZ.OFF, grid);
        log.beginWindow(chunks, 0, gate());
    }
}
