package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.render.RenderSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a report says: every setting that there is, and every counter. */
class ReportFileTest {
    private final ObjectMapper mapper = new ObjectMapper();

    @TempDir Path folder;

    private JsonNode report(DeviceOptions options) throws IOException {
        var file = new ReportFile("a scene", RenderSettings.defaults(), options);
        var recorder = new FrameRecorder();
        var counts = new Counts();
        counts.add(Counter.TILES_REUSED, 7);
        recorder.add(counts);
        file.frame(0, 2_000_000, recorder.report(), List.of());
        file.pixels(0, new RenderTarget(2, 1, TextureFormat.RGBA8_SRGB, 1));
        Path path = folder.resolve("r.json");
        file.write(path, Cancellation.NEVER);
        return mapper.readTree(path.toFile());
    }

    /** The first frame of a picture of the city. */
    private JsonNode render(String option) throws IOException {
        String report = folder.resolve("city.json").toString();
        String picture = folder.resolve("city.png").toString();
        CommandRun.run(
                "render",
                "demo:city",
                "--size=160x90",
                option,
                "--report=" + report,
                "-o",
                picture);
        return mapper.readTree(Path.of(report).toFile()).at("/frames/0");
    }

    /** Every component of a record, however deep, is there with its value, and nothing else. */
    private static int expectAll(JsonNode node, Record record) throws ReflectiveOperationException {
        int components = 0;
        int kinds = node.has("kind") ? 1 : 0;
        var all = record.getClass().getRecordComponents();
        assertThat(node.size() - kinds).as("%s", record.getClass()).isEqualTo(all.length);
        for (var component : all) {
            String name = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
            Object value = component.getAccessor().invoke(record);
            var found = node.get(name);
            assertThat(found).as(name).isNotNull();
            components++;
            if (value == null) {
                assertThat(found.isNull()).as(name).isTrue();
            } else if (value instanceof Record inner) {
                components += expectAll(found, inner);
            } else if (value instanceof Collection<?> constants) {
                assertThat(found.size()).as(name).isEqualTo(constants.size());
                int at = 0;
                for (Object constant : constants) {
                    assertThat(found.get(at++).asText())
                            .isEqualTo(constant.toString().toLowerCase(Locale.ROOT));
                }
            } else {
                assertThat(found.asText()).as(name).isEqualToIgnoringCase(value.toString());
            }
        }
        return components;
    }

    /** What was made of the scene is told, and what was not asked for is told as well. */
    @Test
    void whatBecameOfTheSceneIsTold() throws IOException {
        Path path = folder.resolve("scene.json");
        String[] plain = {
            "render", "demo:teapot", "--size=16x16", "--report=" + path, "-o", path + ".png"
        };
        assertThat(CommandRun.run(plain)).startsWith("0");
        var settings = mapper.readTree(path.toFile()).get("settings");
        assertThat(settings.get("variant").isNull()).isTrue();
        assertThat(settings.get("max_texture").isNull()).isTrue();
        assertThat(settings.get("ground").asText()).isEqualTo("off");
        assertThat(settings.get("ground_mirror").isNull()).isTrue();
        assertThat(settings.get("occlusion").asText()).isEqualTo("off");
        var more = Arrays.copyOf(plain, plain.length + 3);
        more[plain.length] = "--ground";
        more[plain.length + 1] = "--max-texture=64";
        more[plain.length + 2] = "--occlusion";
        assertThat(CommandRun.run(more)).startsWith("0");
        settings = mapper.readTree(path.toFile()).get("settings");
        assertThat(settings.get("max_texture").asInt()).isEqualTo(64);
        assertThat(settings.get("ground").asText()).isEqualTo("on");
        assertThat(settings.get("ground_mirror").asText()).isEqualTo("0.06");
        assertThat(settings.get("occlusion").asText()).isEqualTo("on");
        var file = new ReportFile("x", RenderSettings.defaults(), DeviceOptions.DEFAULT);
        file.scene("red", 0.5f, null, null, false);
        file.write(path, Cancellation.NEVER);
        settings = mapper.readTree(path.toFile()).get("settings");
        assertThat(settings.get("variant").asText()).isEqualTo("red");
        assertThat(settings.get("explode").asDouble()).isEqualTo(0.5);
    }

    @Test
    void allSettingsAreTold() throws IOException, ReflectiveOperationException {
        var blocks =
                Reuse.BLOCKS
                        .withWay(new Reuse.Blocks(77, 3, 5, false))
                        .withHash(Reuse.Hash.CRC32C)
                        .withStorage(Reuse.Storage.COPY)
                        .withPartial(false)
                        .withRegion(new Scissor(1, 2, 3, 4))
                        .withTilePrimitives(11)
                        .withDraws(12)
                        .withMegabytes(13);
        var early =
                EarlyZ.ON
                        .only(EarlyZ.Part.AFTER, EarlyZ.Part.RASTER)
                        .withUpdate(EarlyZ.Update.BACKWARD)
                        .withAgain(EarlyZ.Again.ALWAYS)
                        .withRecords(9)
                        .withFinest(16);
        var options =
                DeviceOptions.DEFAULT
                        .withWindow(1234)
                        .withTileSize(16)
                        .withReuse(blocks)
                        .withEarlyZ(early);
        var settings = report(options).get("settings");
        var device = settings.get("device");
        // Grows with every new component, and with every one in it.
        assertThat(expectAll(device, options))
                .isEqualTo(10 + 3 + 6 + (8 + 4 + 4 + 3) + (7 + 6) + (10 + 2 + 3 + 3));
        assertThat(expectAll(settings.get("picture"), RenderSettings.defaults()))
                .isEqualTo(18 + 4 + 2);
        assertThat(device.at("/reuse/way/kind").asText()).isEqualTo("blocks");
        assertThat(device.at("/reuse/way/parts").asInt()).isEqualTo(3);
        assertThat(device.at("/reuse/limits/megabytes").asInt()).isEqualTo(13);
        assertThat(device.at("/reuse/region/width").asInt()).isEqualTo(3);
        assertThat(device.at("/early_z/parts/1").asText()).isEqualTo("raster");
        assertThat(device.at("/early_z/records").asInt()).isEqualTo(9);
        assertThat(device.get("tile_size").asInt()).isEqualTo(16);
        var tiles = report(options.withReuse(Reuse.TILES)).at("/settings/device/reuse/way");
        assertThat(tiles.get("kind").asText()).isEqualTo("tiles");
        assertThat(tiles.get("shader_ids").isBoolean()).isTrue();
    }

    /** Parts of the geometry stages' time: none of early Z's where it is off. */
    @Test
    void timesOfEarlyZAreParts() throws IOException {
        var on = render("--early-z=clusters,before,full");
        double parts = 0;
        for (String part : List.of("placing_ms", "culling_ms", "full_depth_ms")) {
            assertThat(on.get(part).asDouble()).as(part).isPositive();
            parts += on.get(part).asDouble();
        }
        assertThat(parts).isLessThanOrEqualTo(on.get("geometry_ms").asDouble());
        assertThat(on.get("geometry_ms").asDouble() + on.get("tiles_ms").asDouble())
                .isLessThanOrEqualTo(on.get("ms").asDouble());
        var off = render("--early-z=off");
        for (String part : List.of("placing_ms", "culling_ms", "full_depth_ms")) {
            assertThat(off.get(part).asDouble()).as(part).isZero();
        }
    }

    @Test
    void allCountersAndTimesOfReuseAreTold() throws IOException {
        var frame = report(DeviceOptions.DEFAULT).at("/frames/0");
        assertThat(frame.get("counters").size()).isEqualTo(Counter.values().length);
        assertThat(frame.at("/counters/tiles_reused").asInt()).isEqualTo(7);
        assertThat(frame.at("/counters/reuse_bytes_read_masks").asInt()).isZero();
        assertThat(frame.get("reuse_ms").isNumber()).isTrue();
        assertThat(frame.get("reuse_saved_ms").isNumber()).isTrue();
    }

    /** One frame's counters, and whether the report says that reuse had no effect. */
    private boolean idle(Reuse reuse, Counter... counters) throws IOException {
        var options = DeviceOptions.DEFAULT.withReuse(reuse);
        return told(options, counters).has("reuse_without_effect");
    }

    /** The report of one frame with so much of some counters. */
    private JsonNode told(DeviceOptions options, Counter... counters) throws IOException {
        var file = new ReportFile("a scene", RenderSettings.defaults(), options);
        var counts = new Counts();
        for (var counter : counters) {
            counts.add(counter, 5);
        }
        var recorder = new FrameRecorder();
        recorder.add(counts);
        file.frame(0, 2_000_000, recorder.report(), List.of());
        Path path = folder.resolve("idle.json");
        file.write(path, Cancellation.NEVER);
        return mapper.readTree(path.toFile());
    }

    /** Limits that were lowered, and what would have been counted had they been reached. */
    @Test
    void limitsOfReuseThatAreNeverReachedAreTold() throws IOException {
        limit(
                Reuse.TILES.withTilePrimitives(7),
                "primitives: no tile had more than 7",
                Counter.TILES_OVER_PRIMITIVES);
        limit(
                Reuse.TILES.withDraws(9),
                "draws: no frame had more than 9",
                Counter.RENDERS_OVER_DRAWS);
        limit(
                Reuse.TILES.withMegabytes(3),
                "memory: nothing took more than 3 megabytes",
                Counter.TILES_OVER_MEMORY,
                Counter.RENDERS_OVER_MEMORY);
        limit(
                Reuse.TILES.withRegion(new Scissor(0, 0, 9, 9)),
                "region: no tile lies outside it",
                Counter.TILES_NOT_SELECTED);
        limit(
                Reuse.BLOCKS.withWay(Reuse.Blocks.DEFAULT.withBlocks(5)),
                "blocks: no frame had more than 5",
                Counter.RENDERS_OVER_BLOCKS);
    }

    private void limit(Reuse reuse, String text, Counter... reached) throws IOException {
        var options = DeviceOptions.DEFAULT.withReuse(reuse);
        var said = told(options, Counter.RENDERS_PARTIAL).get("reuse_without_effect");
        assertThat(said).hasSize(1);
        assertThat(said.get(0).asText()).isEqualTo(text);
        for (var counter : reached) {
            assertThat(idle(reuse, Counter.RENDERS_PARTIAL, Counter.RENDERS_UNCHANGED, counter))
                    .as("%s", counter)
                    .isFalse();
        }
    }

    /** Of early Z: the rasteriser, where phases have several epochs, and records for all chunks. */
    @Test
    void partsOfEarlyZThatDidNothingAreTold() throws IOException {
        var raster =
                DeviceOptions.DEFAULT.withEarlyZ(
                        EarlyZ.ON.only(EarlyZ.Part.RASTER, EarlyZ.Part.BEFORE));
        var said = told(raster, Counter.RASTER_TOO_LATE).get("early_z_without_effect");
        assertThat(said).hasSize(1);
        assertThat(said.get(0).asText())
                .isEqualTo(
                        "raster: it asked nothing in 5 phase(s) of several epochs; fed backward, it"
                                + " asks there");
        for (var skipped :
                List.of(
                        Counter.RASTER_HIDDEN,
                        Counter.RASTER_GROUPS_HIDDEN,
                        Counter.RASTER_EIGHTS_HIDDEN,
                        Counter.RASTER_BLOCKS_HIDDEN,
                        Counter.RASTER_QUADS_HIDDEN)) {
            assertThat(told(raster, Counter.RASTER_TOO_LATE, skipped).has("early_z_without_effect"))
                    .as("%s", skipped)
                    .isFalse();
        }
        assertThat(told(raster).has("early_z_without_effect")).isFalse();
        var others =
                DeviceOptions.DEFAULT.withEarlyZ(
                        EarlyZ.ON.only(EarlyZ.Part.TILES, EarlyZ.Part.AFTER));
        said =
                told(
                                others,
                                Counter.RASTER_TOO_LATE,
                                Counter.LISTS_TOO_LATE,
                                Counter.AGAIN_TOO_LATE)
                        .get("early_z_without_effect");
        assertThat(said).hasSize(2);
        assertThat(said.get(0).asText())
                .isEqualTo(
                        "tiles: they asked nothing in 5 phase(s) of several epochs in windows or"
                                + " with patches");
        assertThat(said.get(1).asText())
                .isEqualTo(
                        "after: nothing was tested again in 5 phase(s) of several epochs, in"
                                + " windows with patches or fed backward");
        said =
                told(
                                others,
                                Counter.LISTS_TOO_LATE,
                                Counter.TILE_ENTRIES_HIDDEN,
                                Counter.AGAIN_TOO_LATE,
                                Counter.TRIANGLES_HIDDEN_AFTER)
                        .get("early_z_without_effect");
        assertThat(said).isNull();
        var records =
                DeviceOptions.DEFAULT.withEarlyZ(EarlyZ.ON.only(EarlyZ.Part.BEFORE).withRecords(5));
        assertThat(texts(records, Counter.EPOCHS))
                .containsExactly(
                        "records: culling never stopped for them; a bit a primitive was kept in"
                                + " place of triangles all the same");
        assertThat(texts(records, Counter.EPOCHS, Counter.CULLING_STOPS)).isEmpty();
        assertThat(texts(records)).isEmpty();
        assertThat(texts(records, Counter.RENDERS_PARTIAL))
                .containsExactly(
                        "nothing was asked: renders of what has changed do without early Z");
        assertThat(texts(records, Counter.RENDERS_UNCHANGED)).hasSize(1);
        for (var asked :
                List.of(Counter.EPOCHS, Counter.TILES_REVISITED, Counter.RASTER_GROUPS_HIDDEN)) {
            assertThat(texts(raster, Counter.RENDERS_PARTIAL, asked)).as("%s", asked).isEmpty();
        }
        for (var mode : List.of(EarlyZ.ON, EarlyZ.AUTO, EarlyZ.OFF)) {
            assertThat(texts(DeviceOptions.DEFAULT.withEarlyZ(mode), Counter.RASTER_TOO_LATE))
                    .isEmpty();
        }
    }

    /** Whatever was asked for, unless it is left to early Z itself. */
    @Test
    void thatNoDrawCallCouldBeTestedIsTold() throws IOException {
        var text = "no draw call could be tested: patches, reshaped or excluded ones pass";
        for (var early : List.of(EarlyZ.ON, EarlyZ.ON.only(EarlyZ.Part.RASTER))) {
            var options = DeviceOptions.DEFAULT.withEarlyZ(early);
            assertThat(
                            texts(
                                    options,
                                    Counter.DRAWS,
                                    Counter.DRAWS_UNTESTED,
                                    Counter.RASTER_TOO_LATE))
                    .containsExactly(text);
            assertThat(texts(options, Counter.DRAWS, Counter.RASTER_HIDDEN)).isEmpty();
        }
        for (var early : List.of(EarlyZ.AUTO, EarlyZ.OFF)) {
            var options = DeviceOptions.DEFAULT.withEarlyZ(early);
            assertThat(texts(options, Counter.DRAWS, Counter.DRAWS_UNTESTED)).isEmpty();
        }
    }

    private List<String> texts(DeviceOptions options, Counter... counters) throws IOException {
        var all = new ArrayList<String>();
        var said = told(options, counters).get("early_z_without_effect");
        if (said != null) {
            said.forEach(text -> all.add(text.asText()));
        }
        return all;
    }

    /**
     * Of the throttle: what was tightened and refused nothing. Who loosens a bound lets in what it
     * would have refused, and no counter tells.
     */
    @Test
    void settingsOfTheThrottleThatRefusedNothingAreTold() throws IOException {
        var on = Throttle.ON;
        throttle(on.withFloor(33), "floor: limits refused nothing below it");
        throttle(on.withFloor(33), null, Counter.LAUNCHES_BELOW_FLOOR);
        throttle(on.withFloor(0), "floor: limits refused nothing above it");
        throttle(on.withFloor(0), null, Counter.LAUNCHES_OVER_LIMIT);
        throttle(on.withCeiling(127), "ceiling: it refused nothing");
        throttle(on.withCeiling(127), null, Counter.LAUNCHES_OVER_CEILING);
        throttle(on.withCeiling(127), null, Counter.LAUNCHES_OVER_LIMIT);
        throttle(on.withCeiling(129), null);
        var tight = "thresholds and limits: ";
        for (int part = 0; part < 6; part++) {
            int[] of = {8, 2, 4, 4, 2, 8};
            of[part]--;
            var limits = new Throttle.Limits(of[0], of[1], of[2], of[3], of[4], of[5]);
            throttle(on.withLimits(limits), tight + "they refused nothing");
            throttle(on.withLimits(limits), null, Counter.LAUNCHES_OVER_LIMIT);
            throttle(
                    on.withLimits(limits),
                    tight + "what they refused was below the floor",
                    Counter.LAUNCHES_BELOW_FLOOR);
            throttle(
                    on.withLimits(limits),
                    tight + "what they refused fits under the ceiling as a whole",
                    Counter.LAUNCHES_PASSED_OVER);
            of[part] += 2;
            limits = new Throttle.Limits(of[0], of[1], of[2], of[3], of[4], of[5]);
            throttle(on.withLimits(limits), null);
        }
        throttle(Throttle.cap(2), "cap: no engine ever had so many groups");
        throttle(Throttle.cap(2), null, Counter.LAUNCHES_OVER_LIMIT);
    }

    private void throttle(Throttle throttle, String text, Counter... counters) throws IOException {
        var all = new ArrayList<>(List.of(counters));
        all.add(Counter.HULL_LAUNCHES);
        var said =
                told(DeviceOptions.DEFAULT.withThrottle(throttle), all.toArray(new Counter[0]))
                        .get("throttle_without_effect");
        var texts = new ArrayList<String>();
        if (said != null) {
            said.forEach(line -> texts.add(line.asText()));
        }
        if (text == null) {
            assertThat(texts).as("%s", throttle).isEmpty();
        } else {
            assertThat(texts).as("%s", throttle).containsExactly(text);
        }
    }

    @Test
    void reuseThatHeldNothingAgainstAnythingIsTold() throws IOException {
        assertThat(idle(Reuse.TILES)).isTrue();
        for (var end :
                List.of(
                        Counter.TILES_ENDED_HEADER,
                        Counter.TILES_OVER_PRIMITIVES,
                        Counter.TILES_OVER_MEMORY)) {
            assertThat(idle(Reuse.TILES, Counter.TILES_TESTED, end)).as("%s", end).isTrue();
        }
        for (var end :
                List.of(
                        Counter.TILES_ENDED_DATA,
                        Counter.TILES_ENDED_MASKS,
                        Counter.TILES_ENDED_PROGRAMS,
                        Counter.TILES_REUSED)) {
            assertThat(idle(Reuse.TILES, Counter.TILES_TESTED, end)).as("%s", end).isFalse();
        }
        for (var one :
                List.of(
                        Counter.TILES_STILL_EMPTY,
                        Counter.RENDERS_PARTIAL,
                        Counter.RENDERS_UNCHANGED)) {
            assertThat(idle(Reuse.TILES, one)).as("%s", one).isFalse();
        }
        assertThat(idle(Reuse.AUTO)).as("not asked for").isFalse();
        assertThat(idle(Reuse.OFF)).isFalse();
    }

    /** Every time that the page names is in a report. */
    @Test
    void timesOfThePageAreTold() throws IOException {
        var page = Files.readString(Path.of("../docs/reports.md"));
        var names =
                Pattern.compile("`([a-z_]+_ms)`")
                        .matcher(page)
                        .results()
                        .map(found -> found.group(1))
                        .collect(Collectors.toSet());
        assertThat(names).contains("reuse_saved_ms", "full_depth_ms").hasSizeGreaterThan(7);
        var frame = report(DeviceOptions.DEFAULT).at("/frames/0");
        // Of the whole sequence, and of comparisons
        names.removeAll(Set.of("sequence_ms", "geometry_took_ms", "tiles_saved_ms"));
        assertThat(names).allMatch(frame::has);
    }

    /** What a report has no form for. */
    public record Odd(Path path) {}

    @Test
    void aSettingOfAnUnknownKindIsNoticed() {
        var node = mapper.createObjectNode();
        assertThatThrownBy(() -> RecordJson.put(node, new Odd(folder)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no form in a report");
    }
}
