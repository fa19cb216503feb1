package dev.azulejo.sim.attila;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads what a program said to OpenGL, as text, a call a line, as ATTILA's tracer wrote it down:
 * {@code glVertex3f(1,2,3)}. Of it one frame is understood, as far as geometry goes: matrices and
 * vertices between {@code glBegin} and {@code glEnd}, each such pair a draw call.
 */
final class CallText {
    /**
     * A draw call.
     *
     * @param clip positions in clip coordinates, four floats a vertex
     * @param triangles three vertices each, counter-clockwise where OpenGL says so
     */
    record Draw(float[] clip, int[] triangles) {}

    private static final Pattern CALL =
            Pattern.compile("(w?gl[A-Za-z0-9]+)\\((.*?)\\)(?:=.*)?", Pattern.DOTALL);

    /** Calls that change nothing of where triangles lie and which there are. */
    private static final Set<String> OTHERS =
            Set.of(
                    "glBindProgramARB",
                    "glClear",
                    "glClearColor",
                    "glColor3f",
                    "glEnable",
                    "glFlush",
                    "glGetString",
                    "glLightModelfv",
                    "glLightfv",
                    "glMaterialfv",
                    "glNormal3f",
                    "glPolygonMode",
                    "glProgramLocalParameter4fARB",
                    "glProgramStringARB",
                    "glShadeModel");

    private final Map<String, double[]> matrices =
            Map.of("GL_MODELVIEW", identity(), "GL_PROJECTION", identity());

    private final List<Draw> draws = new ArrayList<>();
    private double[] matrix = matrices.get("GL_MODELVIEW");
    private String mode = "";
    private final List<float[]> vertices = new ArrayList<>();
    private int width;
    private int height;
    private int line;
    private int framesBefore;
    private boolean ended;

    private CallText() {}

    /**
     * Reads a frame.
     *
     * @param in text from the first frame on
     * @param number of the frame, from 0
     */
    static CallText frame(BufferedReader in, int number) throws IOException {
        var text = new CallText();
        text.framesBefore = number;
        for (var call = in.readLine(); call != null && !text.ended; call = in.readLine()) {
            text.line++;
            if (call.startsWith("glProgramStringARB")) {
                // Its text goes over lines.
                while (!call.endsWith("\")")) {
                    call = in.readLine();
                    text.line++;
                }
                continue;
            }
            var match = CALL.matcher(call.trim());
            if (match.matches()) {
                text.call(match.group(1), match.group(2));
            }
        }
        if (!text.ended) {
            throw new IOException("no frame ends: wglSwapBuffers expected");
        }
        return text;
    }

    List<Draw> draws() {
        return draws;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    private void call(String name, String arguments) throws IOException {
        switch (name) {
            case "glMatrixMode" -> matrix = known(arguments);
            case "glLoadIdentity" -> System.arraycopy(identity(), 0, matrix, 0, 16);
            case "glMultMatrixd" -> multiply(numbers(arguments.replaceAll("[{}]", ""), 16));
            case "glTranslatef" -> translate(numbers(arguments, 3));
            case "glRotatef" -> rotate(numbers(arguments, 4));
            case "glViewport" -> {
                double[] rectangle = numbers(arguments, 4);
                width = (int) rectangle[2];
                height = (int) rectangle[3];
            }
            case "glBegin" -> {
                mode = arguments;
                vertices.clear();
            }
            case "glVertex3f" -> vertices.add(place(numbers(arguments, 3)));
            case "glEnd" -> draws.add(draw());
            case "wglSwapBuffers" -> {
                ended = framesBefore-- == 0;
                if (!ended) {
                    draws.clear();
                }
            }
            default -> {
                if (!name.startsWith("wgl") && !OTHERS.contains(name)) {
                    throw wrong(name + " is not understood");
                }
            }
        }
    }

    private IOException wrong(String what) {
        return new IOException("line %d: %s".formatted(line, what));
    }

    private double[] known(String name) throws IOException {
        var found = matrices.get(name);
        if (found == null) {
            throw wrong("matrix " + name + " is not understood");
        }
        return found;
    }

    private double[] numbers(String arguments, int count) throws IOException {
        var words = arguments.split(",");
        if (words.length != count) {
            throw wrong("%d numbers expected, %d are there".formatted(count, words.length));
        }
        return Arrays.stream(words).mapToDouble(Double::parseDouble).toArray();
    }

    // Matrices, column by column

    private static double[] identity() {
        var one = new double[16];
        for (int i = 0; i < 16; i += 5) {
            one[i] = 1;
        }
        return one;
    }

    /** What comes later is done first. */
    private void multiply(double[] other) {
        var product = new double[16];
        for (int column = 0; column < 4; column++) {
            for (int row = 0; row < 4; row++) {
                for (int k = 0; k < 4; k++) {
                    product[4 * column + row] += matrix[4 * k + row] * other[4 * column + k];
                }
            }
        }
        System.arraycopy(product, 0, matrix, 0, 16);
    }

    private void translate(double[] by) {
        var moved = identity();
        System.arraycopy(by, 0, moved, 12, 3);
        multiply(moved);
    }

    private void rotate(double[] by) {
        double length = Math.sqrt(by[1] * by[1] + by[2] * by[2] + by[3] * by[3]);
        double x = by[1] / length;
        double y = by[2] / length;
        double z = by[3] / length;
        double s = Math.sin(Math.toRadians(by[0]));
        double c = Math.cos(Math.toRadians(by[0]));
        double r = 1 - c;
        multiply(
                new double[] {
                    x * x * r + c,
                    y * x * r + z * s,
                    x * z * r - y * s,
                    0,
                    x * y * r - z * s,
                    y * y * r + c,
                    y * z * r + x * s,
                    0,
                    x * z * r + y * s,
                    y * z * r - x * s,
                    z * z * r + c,
                    0,
                    0,
                    0,
                    0,
                    1
                });
    }

    private static double[] times(double[] m, double[] v) {
        var product = new double[4];
        for (int row = 0; row < 4; row++) {
            for (int k = 0; k < 4; k++) {
                product[row] += m[4 * k + row] * v[k];
            }
        }
        return product;
    }

    private float[] place(double[] at) {
        var object = new double[] {at[0], at[1], at[2], 1};
        var eye = times(matrices.get("GL_MODELVIEW"), object);
        var clip = times(matrices.get("GL_PROJECTION"), eye);
        var placed = new float[4];
        for (int i = 0; i < 4; i++) {
            placed[i] = (float) clip[i];
        }
        // Depth from -1 to 1 there, from 0 to 1 here
        placed[2] = (float) ((clip[2] + clip[3]) / 2);
        return placed;
    }

    // Primitives

    private Draw draw() throws IOException {
        int count = vertices.size();
        var clip = new float[4 * count];
        for (int v = 0; v < count; v++) {
            System.arraycopy(vertices.get(v), 0, clip, 4 * v, 4);
        }
        var triangles = new ArrayList<int[]>();
        switch (mode) {
            case "GL_TRIANGLES" -> {
                for (int v = 0; v + 2 < count; v += 3) {
                    triangles.add(new int[] {v, v + 1, v + 2});
                }
            }
            case "GL_TRIANGLE_STRIP" -> {
                for (int v = 0; v + 2 < count; v++) {
                    triangles.add(new int[] {v + v % 2, v + 1 - v % 2, v + 2});
                }
            }
            case "GL_QUAD_STRIP" -> {
                for (int v = 0; v + 3 < count; v += 2) {
                    triangles.add(new int[] {v, v + 1, v + 3});
                    triangles.add(new int[] {v, v + 3, v + 2});
                }
            }
            case "GL_QUADS" -> {
                for (int v = 0; v + 3 < count; v += 4) {
                    triangles.add(new int[] {v, v + 1, v + 2});
                    triangles.add(new int[] {v, v + 2, v + 3});
                }
            }
            default -> throw wrong(mode + " is not understood");
        }
        return new Draw(clip, triangles.stream().flatMapToInt(Arrays::stream).toArray());
    }
}
