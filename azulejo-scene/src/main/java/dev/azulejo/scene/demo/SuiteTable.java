package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Vec3;

import java.util.Random;

/** What stands on tables, and lamps: cutlery, china, candles, vases, fruit. */
final class SuiteTable {
    private final SceneParts parts;
    private final int plate;
    private final int soupPlate;
    private final int napkin;
    private final int glass;
    private final int fork;
    private final int knife;
    private final int spoon;
    private final int cup;
    private final int saucer;
    private final int teapot;
    private final int stick;
    private final int wax;
    private final int bowl;
    private final int[] fruits = new int[3];
    private final int[] vases = new int[4];
    private final int lampFoot;
    private final int lampShade;
    private final int lampPole;
    private final int chandelier;
    private final int bulb;

    SuiteTable(SceneParts parts, int china, int silver, int brass, int glow) {
        this.parts = parts;
        plate = dish("plate", 0.135, 0.02, china);
        soupPlate = dish("soup plate", 0.10, 0.035, china);
        saucer = dish("saucer", 0.07, 0.012, china);
        bowl = dish("bowl", 0.16, 0.09, silver);
        napkin = napkin();
        int crystal = parts.material("crystal", 0.08, 0.55, 0.62, 0.66);
        glass =
                turned(
                        "glass",
                        crystal,
                        18,
                        new double[][] {
                            {0, 0},
                            {0.034, 0},
                            {0.034, 0.003},
                            {0.006, 0.008},
                            {0.005, 0.075},
                            {0.028, 0.10},
                            {0.036, 0.14},
                            {0.033, 0.19},
                            {0.031, 0.19},
                            {0.034, 0.14},
                            {0.026, 0.105},
                            {0, 0.095}
                        });
        fork = cutlery("fork", 4, silver);
        knife = cutlery("knife", 1, silver);
        spoon = cutlery("spoon", 0, silver);
        cup =
                turned(
                        "cup",
                        china,
                        18,
                        new double[][] {
                            {0, 0},
                            {0.022, 0},
                            {0.026, 0.008},
                            {0.042, 0.04},
                            {0.045, 0.065},
                            {0.042, 0.065},
                            {0.039, 0.04},
                            {0.02, 0.012},
                            {0, 0.01}
                        });
        var pot = new MeshBuilder();
        Teapot.addTo(pot, 8);
        teapot = parts.mesh("teapot", pot, china);
        stick =
                turned(
                        "candlestick",
                        brass,
                        18,
                        new double[][] {
                            {0.05, 0},
                            {0.045, 0.012},
                            {0.012, 0.03},
                            {0.018, 0.07},
                            {0.009, 0.1},
                            {0.009, 0.17},
                            {0.022, 0.2},
                            {0.022, 0.21},
                            {0, 0.21}
                        });
        wax = turned("candle", glow, 10, new double[][] {{0.011, 0}, {0.011, 0.2}, {0, 0.21}});
        double[][] skins = {{0.55, 0.06, 0.03}, {0.80, 0.32, 0.03}, {0.45, 0.48, 0.06}};
        for (int k = 0; k < fruits.length; k++) {
            int skin = parts.material("skin", 0.35, skins[k][0], skins[k][1], skins[k][2]);
            var mesh = new MeshBuilder();
            Solids.pillow(mesh, 8, new double[] {0.042, 0.04, 0.042}, 1);
            fruits[k] = parts.mesh("fruit", mesh, skin);
        }
        vases();
        lampFoot =
                turned(
                        "lamp foot",
                        vaseGlaze(7),
                        20,
                        new double[][] {
                            {0.07, 0},
                            {0.07, 0.015},
                            {0.03, 0.03},
                            {0.075, 0.12},
                            {0.06, 0.19},
                            {0.015, 0.24},
                            {0.01, 0.3}
                        });
        lampPole =
                turned(
                        "lamp pole",
                        brass,
                        16,
                        new double[][] {
                            {0.15, 0}, {0.15, 0.02}, {0.02, 0.035}, {0.012, 0.06}, {0.012, 1.45}
                        });
        lampShade =
                turned(
                        "lamp shade",
                        glow,
                        28,
                        new double[][] {{0.17, 0}, {0.10, 0.22}, {0.095, 0.22}, {0.165, 0}});
        chandelier = arms(brass);
        bulb =
                turned(
                        "bulb",
                        glow,
                        14,
                        new double[][] {
                            {0, 0}, {0.03, 0.02}, {0.06, 0.1}, {0.05, 0.13}, {0, 0.11}
                        });
    }

    private int turned(String name, int material, int around, double[][] profile) {
        var mesh = new MeshBuilder();
        Solids.lathe(mesh, around, profile);
        return parts.mesh(name, mesh, material);
    }

    private int dish(String name, double radius, double height, int material) {
        return turned(
                name,
                material,
                28,
                new double[][] {
                    {0, 0},
                    {0.55 * radius, 0},
                    {0.62 * radius, 0.1 * height},
                    {0.75 * radius, 0.7 * height},
                    {radius, height},
                    {0.985 * radius, height + 0.003},
                    {0.73 * radius, 0.75 * height + 0.003},
                    {0.58 * radius, 0.15 * height + 0.003},
                    {0, 0.12 * height + 0.003}
                });
    }

    private int napkin() {
        var mesh = new MeshBuilder();
        Solids.pillow(mesh, 6, new double[] {0.05, 0.008, 0.09}, 0.3);
        double[] linen = {0.88, 0.84, 0.76};
        var cloth = Patterns.cloth("linen", linen, new double[] {0.6, 0.2, 0.2}, 2);
        return parts.mesh("napkin", mesh, parts.material(cloth, 0.9));
    }

    /** A handle, and tines, a blade or a bowl at its end; lies along -z. */
    private int cutlery(String name, int tines, int silver) {
        var mesh = new MeshBuilder();
        Solids.pillow(
                mesh, 5, new double[] {0.008, 0.0025, 0.055}, 0.6, new double[] {0, 0.004, 0.05});
        Solids.box(mesh, -0.003, 0.003, -0.04, 0.003, 0.006, 0.0);
        if (tines == 0) {
            Solids.pillow(
                    mesh, 6, new double[] {0.018, 0.004, 0.028}, 1, new double[] {0, 0.005, -0.06});
        } else if (tines == 1) {
            Solids.pillow(
                    mesh,
                    6,
                    new double[] {0.009, 0.0015, 0.055},
                    0.6,
                    new double[] {0, 0.004, -0.06});
        } else {
            Solids.box(mesh, -0.012, 0.003, -0.055, 0.012, 0.006, -0.04);
            for (int k = 0; k < tines; k++) {
                double x = -0.012 + 0.0072 * k;
                Solids.box(mesh, x, 0.003, -0.1, x + 0.0028, 0.005, -0.055);
            }
        }
        return parts.mesh(name, mesh, silver);
    }

    private int vaseGlaze(int seed) {
        double[][] colors = {
            {0.85, 0.86, 0.84}, {0.20, 0.36, 0.56}, {0.62, 0.24, 0.16}, {0.3, 0.45, 0.36}
        };
        double[] ground = colors[seed % 4];
        double[] figure = colors[(seed + 1) % 4];
        return parts.material(
                Patterns.label("glaze", ground, figure, new double[] {0.2, 0.2, 0.3}, 200 + seed),
                0.2);
    }

    private void vases() {
        for (int k = 0; k < vases.length; k++) {
            double belly = 0.07 + 0.015 * k;
            double tall = 0.34 - 0.04 * k;
            vases[k] =
                    turned(
                            "vase",
                            vaseGlaze(k),
                            24,
                            new double[][] {
                                {0, 0},
                                {0.05, 0},
                                {belly, 0.35 * tall},
                                {belly, 0.55 * tall},
                                {0.03, 0.82 * tall},
                                {0.045, tall},
                                {0.04, tall},
                                {0.02, 0.82 * tall}
                            });
        }
    }

    /** Eight arms around a pole, hanging down from y = 0. */
    private int arms(int brass) {
        var mesh = new MeshBuilder();
        Solids.lathe(
                mesh,
                14,
                new double[] {0, -0.62},
                new double[] {0.05, -0.57},
                new double[] {0.06, -0.5},
                new double[] {0.015, -0.44},
                new double[] {0.012, 0},
                new double[] {0, 0});
        for (int arm = 0; arm < 8; arm++) {
            double angle = Math.PI * arm / 4;
            double c = StrictMath.cos(angle);
            double s = StrictMath.sin(angle);
            for (int k = 0; k < 10; k++) {
                double t = k / 10.0;
                double r = 0.05 + 0.36 * t;
                double y = -0.53 - 0.09 * StrictMath.sin(Math.PI * t);
                double[] middle = {r * c, y, r * s};
                Solids.pillow(mesh, 3, new double[] {0.024, 0.012, 0.024}, 1, middle);
            }
            double[] cup = {0.42 * c, -0.51, 0.42 * s};
            Solids.pillow(mesh, 4, new double[] {0.03, 0.02, 0.03}, 1, cup);
        }
        return parts.mesh("chandelier", mesh, brass);
    }

    void floorLamp(double x, double z) {
        parts.place(lampPole, x, 0, z, 0);
        double[] at = {x, 1.4, z};
        parts.place(lampShade, at, Motion.rotation(1, 0), 1.4);
    }

    void tableLamp(double x, double y, double z) {
        parts.place(lampFoot, x, y, z, 30);
        parts.place(lampShade, x, y + 0.24, z, 0);
    }

    void chandelier(double x, double ceiling, double z) {
        parts.place(chandelier, x, ceiling, z, 0);
        for (int arm = 0; arm < 8; arm++) {
            double angle = Math.PI * arm / 4;
            parts.place(
                    bulb,
                    x + 0.42 * StrictMath.cos(angle),
                    ceiling - 0.5,
                    z + 0.42 * StrictMath.sin(angle),
                    0);
        }
        parts.lamp(new double[] {x, ceiling - 0.75, z}, new Vec3(1, 0.84f, 0.62f), 4.2, 6);
    }

    void candle(double x, double y, double z) {
        parts.place(stick, x, y, z, 0);
        parts.place(wax, x, y + 0.21, z, 0);
    }

    void vase(double x, double y, double z, Random random) {
        parts.place(vases[random.nextInt(vases.length)], x, y, z, random.nextInt(360));
    }

    /** A place at a table, seen from it: fork left, knife and spoon right, a glass beyond. */
    void setting(double x, double y, double z, double degrees, Random random) {
        double angle = StrictMath.toRadians(degrees);
        double c = StrictMath.cos(angle);
        double s = StrictMath.sin(angle);
        double[][] places = {
            {0, 0, 0},
            {0, 0.012, 0},
            {-0.17, 0, 0},
            {0.165, 0, 0},
            {0.195, 0, 0},
            {-0.205, 0, 0},
            {0.12, 0, -0.17},
            {0.19, 0, -0.15},
            {0, 0.045, 0}
        };
        int[] things = {plate, soupPlate, fork, knife, spoon, fork, glass, glass, napkin};
        for (int k = 0; k < things.length; k++) {
            double px = x + c * places[k][0] + s * places[k][2];
            double pz = z - s * places[k][0] + c * places[k][2];
            parts.place(things[k], px, y + places[k][1], pz, degrees + random.nextInt(5) - 2);
        }
    }

    void teaSet(double x, double y, double z, Random random) {
        double[] middle = {x + 0.1, y, z};
        parts.place(teapot, middle, Motion.rotation(1, 40), 0.07);
        for (int k = 0; k < 5; k++) {
            double angle = 1.2 * k + 0.3;
            double cx = x + 0.1 + 0.3 * StrictMath.cos(angle);
            double cz = z + 0.24 * StrictMath.sin(angle);
            parts.place(saucer, cx, y, cz, 0);
            parts.place(cup, cx, y + 0.008, cz, random.nextInt(360));
            parts.place(spoon, cx + 0.055, y + 0.012, cz, 20 + random.nextInt(60));
        }
    }

    void fruitBowl(double x, double y, double z, Random random) {
        parts.place(bowl, x, y, z, 0);
        for (int k = 0; k < 12; k++) {
            double angle = 0.9 * k;
            double reach = k < 7 ? 0.085 : 0.04;
            double py = y + (k < 7 ? 0.075 : 0.14);
            parts.place(
                    fruits[random.nextInt(3)],
                    x + reach * StrictMath.cos(angle),
                    py,
                    z + reach * StrictMath.sin(angle),
                    random.nextInt(360));
        }
    }
}
