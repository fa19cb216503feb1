package dev.azulejo.bench;

import dev.azulejo.core.link.HintDetail;
import dev.azulejo.core.link.HintMessage;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a picture costs that is rendered in parts, as the workers of a cluster do it: how much of it
 * is geometry, how much of that is done in several parts, how large hints would be that spared it;
 * and what follows for more nodes. Each part of each picture of an orbit is rendered in one
 * process, one after the other.
 *
 * <p>Arguments: {@code bins} or a layout of regions, pictures, then bytes that come of a picture in
 * parts and milliseconds in which they are unpacked and written, the same of a whole picture with
 * the milliseconds that a node takes for it before them, and a scene. Prints three Markdown tables.
 */
public final class ClusterParts {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 720;
    private static final int[] NODES = {1, 2, 4, 16, 64};
    private static final double[] GIGABITS = {10, 100};
    private static final int ORBIT = 60;
    private static final int WARM = 6;
    private static final int ARGUMENTS = 8;

    /** Of pixels before they are packed. */
    private static final long PIXEL_BYTES = 4L * WIDTH * HEIGHT;

    private final Session session;
    private final int pictures;
    private final double aspect = (double) WIDTH / HEIGHT;

    private ClusterParts(Session session, int pictures) {
        this.session = session;
        this.pictures = pictures;
    }

    /** Measures. */
    public static void main(String[] arguments) {
        if (arguments.length != ARGUMENTS) {
            System.err.println(
                    "bins|REGIONS PICTURES BYTES WRITE-MS NODE-MS BYTES WRITE-MS SCENE expected");
            System.exit(2);
        }
        var settings = RenderSettings.defaults().withSize(WIDTH, HEIGHT);
        // Nothing is kept from picture to picture
        var options = DeviceOptions.DEFAULT.withKernels(Kernels.VECTOR).withThreads(1);
        double[] measured =
                Arrays.stream(arguments, 2, ARGUMENTS - 1)
                        .mapToDouble(Double::parseDouble)
                        .toArray();
        var study = StudyScene.of(arguments[ARGUMENTS - 1]);
        try (var session = new Session(study.scene(), settings, options)) {
            System.out.println("\n" + study.name() + "\n");
            new ClusterParts(session, Integer.parseInt(arguments[1]))
                    .print(arguments[0], measured[0], measured[1]);
        }
        printWhole(measured[2], measured[3], measured[4]);
    }

    private static void printWhole(double pictureMs, double bytes, double writeMs) {
        System.out.println(
                "\n"
                        + "| nodes, whole pictures | ms a picture, 10 Gb/s | pictures a second | of"
                        + " one node | wall | 100 Gb/s | pictures a second | of one node | wall |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (int nodes : NODES) {
            var row = new StringBuilder("| %d |".formatted(nodes));
            for (double gigabits : GIGABITS) {
                var found =
                        NodeSchedule.whole(pictureMs, nodes, PIXEL_BYTES, bytes, gigabits, writeMs);
                row.append(
                        " %.1f | %.0f | %.1f | %s |"
                                .formatted(
                                        found.ms(),
                                        1000 / found.ms(),
                                        pictureMs / found.ms(),
                                        found.wall()));
            }
            System.out.println(row);
        }
    }

    /** What a part of a picture took. */
    private record Picture(double ms, double geometry, double vertices, double chunks) {}

    /** What some parts took, of each the median of its pictures. */
    private record Cost(double[] ms, double geometry, double vertices, double chunks) {
        double sum() {
            return Arrays.stream(ms).sum();
        }
    }

    private void print(String split, double bytes, double writeMs) {
        // All code is warm before anything counts
        cost(map(split, NodeSchedule.parts(1)));
        var one = cost(CoarseBins.cut(WIDTH, HEIGHT, 1));
        System.out.printf(
                "whole: %.1f ms, of them geometry %.1f; %.0f vertices, %.0f chunks%n%n",
                one.ms[0], one.geometry, one.vertices, one.chunks);
        System.out.println(
                "| parts | all parts / whole | geometry, %% of the parts' time | vertices / whole | what no part need do, %% | longest part / mean | bytes of hints | with sets |"
                        .replace("%%", "%"));
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        var rows = new ArrayList<String>();
        int last = 0;
        Cost cost = null;
        for (int nodes : NODES) {
            int parts = NodeSchedule.parts(nodes);
            if (parts != last) {
                cost = cost(map(split, parts));
                print(parts, cost, one);
                last = parts;
            }
            rows.add(row(nodes, cost, one, bytes, writeMs));
        }
        System.out.println(
                "\n"
                    + "| nodes | parts | ms a picture, 10 Gb/s | of one node | wall | 100 Gb/s | of"
                    + " one node | wall |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
        rows.forEach(System.out::println);
    }

    private static RegionMap map(String split, int parts) {
        return split.equals("bins")
                ? CoarseBins.cut(WIDTH, HEIGHT, parts)
                : RegionLayout.parse(split).map(WIDTH, HEIGHT, parts);
    }

    private static void print(int parts, Cost cost, Cost one) {
        double share = cost.geometry / cost.sum();
        double twice = Math.max(0, 1 - one.vertices / cost.vertices);
        int chunks = (int) Math.min(HintMessage.MOST_PIECES, one.chunks);
        System.out.printf(
                "| %d | %.2f | %.1f | %.2f | %.1f | %.2f | %,d | %,d |%n",
                parts,
                cost.sum() / one.sum(),
                100 * share,
                cost.vertices / one.vertices,
                100 * share * twice,
                Arrays.stream(cost.ms).max().orElse(0) * parts / cost.sum(),
                HintMessage.hintBytes(chunks, parts, HintDetail.OWNERS),
                HintMessage.hintBytes(chunks, parts, HintDetail.SETS));
    }

    private static String row(int nodes, Cost cost, Cost one, double bytes, double writeMs) {
        var row = new StringBuilder("| %d | %d |".formatted(nodes, cost.ms.length));
        for (double gigabits : GIGABITS) {
            var found = NodeSchedule.of(cost.ms, nodes, bytes, gigabits, writeMs);
            row.append(
                    " %.1f | %.1f | %s |"
                            .formatted(found.ms(), one.sum() / found.ms(), found.wall()));
        }
        return row.toString();
    }

    private Cost cost(RegionMap map) {
        var reports = new ArrayList<List<Picture>>();
        for (int part = 0; part < map.gpus(); part++) {
            reports.add(new ArrayList<>());
        }
        for (int picture = -WARM; picture < pictures; picture++) {
            double azimuth = 360.0 * Math.floorMod(picture, ORBIT) / ORBIT;
            var bounds = session.renderer().bounds();
            double reach = 0.8 * View.fit(bounds, new float[0], 45, 20, aspect);
            for (int part = 0; part < map.gpus(); part++) {
                session.look(View.orbit(bounds, azimuth, 20, reach, aspect));
                session.paintOnly(map, part);
                var report = session.render();
                if (picture >= 0) {
                    reports.get(part)
                            .add(
                                    new Picture(
                                            report.totalNs() / 1e6,
                                            report.geometryNs() / 1e6,
                                            report.get(Counter.VERTEX_POSITIONS),
                                            report.get(Counter.CHUNKS)));
                }
            }
        }
        double[] ms = new double[map.gpus()];
        double geometry = 0;
        double vertices = 0;
        double chunks = 0;
        for (int part = 0; part < ms.length; part++) {
            var of = reports.get(part);
            ms[part] = median(of, Picture::ms);
            geometry += median(of, Picture::geometry);
            vertices += median(of, Picture::vertices);
            chunks += median(of, Picture::chunks);
        }
        return new Cost(ms, geometry, vertices, chunks);
    }

    private static double median(List<Picture> pictures, ToDoubleFunction<Picture> of) {
        double[] sorted = pictures.stream().mapToDouble(of).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
